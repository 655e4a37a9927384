import { eraOf, isRevision } from "../../protocol/revision.ts";
import { discoverCapabilities } from "../describe-session.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { StatefulTalk } from "../talk/stateful-talk.ts";
import { StatelessTalk } from "../talk/stateless-talk.ts";
import { openConversation, openProbe } from "../talk/talk.ts";
import { auditPlan } from "./audit/audit-plan.ts";
import { type RevisionProbe, runPlan } from "./run-plan.ts";
import { statefulPlan } from "./stateful/stateful-plan.ts";
import { statelessPlan } from "./stateless/stateless-plan.ts";

/** Probes a stateless revision in full, going on from a talk that was answered. */
export const probeStateless = (
  context: RunContext,
  main: StatelessTalk,
  discover: ExchangeDraft,
  probe: RevisionProbe,
): Promise<void> => {
  const { revision } = main.dialect;
  const setting = { revision, transport: probe.transport, limits: context.limits };
  context.recorder.updateConversation(main.conversation.id, { probes: revision });
  return runPlan(context, {
    ...probe,
    revision,
    capabilities: discoverCapabilities(discover),
    plan: context.plan === "audit" ? auditPlan(setting) : statelessPlan(setting),
    main,
    open: async (plan, id) => {
      const opened = openConversation(context, context.target, probe.transport, id, plan.purpose);
      const talk = new StatelessTalk(context, opened, revision);
      context.recorder.updateConversation(id, { probes: revision });
      return talk;
    },
  });
};

/** Probes a stateful revision in full, going on from a session that has shaken hands. */
export const probeStateful = (context: RunContext, main: StatefulTalk, probe: RevisionProbe): Promise<void> => {
  // A counter-offer is what the session speaks, whatever was asked for.
  const { negotiated } = main.session;
  const revision = isRevision(negotiated) && eraOf(negotiated) === "stateful" ? negotiated : main.dialect.revision;
  const setting = { revision, transport: probe.transport, limits: context.limits };
  context.recorder.updateConversation(main.conversation.id, { probes: revision });
  return runPlan(context, {
    ...probe,
    revision,
    capabilities: main.initializeResult?.["capabilities"],
    plan: context.plan === "audit" ? auditPlan(setting) : statefulPlan(setting),
    main,
    open: async (plan, id) => {
      const opened = openProbe(context, probe.transport, id, plan.purpose, revision);
      const talk = new StatefulTalk(context, opened, {
        revision,
        ...(plan.capabilities ? { capabilities: plan.capabilities } : {}),
      });
      if (plan.bare) {
        context.recorder.markIrregular(id);
        await talk.ready();
        return talk;
      }
      context.health.observe(await talk.initialize());
      if (talk.initializeResult) return talk;
      await talk.close();
      return undefined;
    },
  });
};
