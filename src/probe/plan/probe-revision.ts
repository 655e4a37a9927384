import { member } from "../../base/json.ts";
import type { TransportName } from "../../capture/capture.ts";
import { eraOf, isRevision, type Revision } from "../../protocol/revision.ts";
import type { StdioProcess } from "../conversation/stdio-process.ts";
import { discoverCapabilities } from "../describe-session.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { StatefulTalk } from "../talk/stateful-talk.ts";
import { StatelessTalk } from "../talk/stateless-talk.ts";
import { openConversation, openProbe } from "../talk/talk.ts";
import type { ProbeContext } from "./probe-plans.ts";
import type { OpenTalk } from "./run-conversation.ts";
import { type RevisionProbe, runPlan } from "./run-plan.ts";
import { selectPlan } from "./select-plan.ts";

/** Probes a stateless revision in full, going on from a talk that was answered. */
export const probeStateless = (
  context: ProbeContext,
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
    plan:
      context.plan === "audit"
        ? context.plans.audit(setting)
        : selectPlan(context.plans.stateless(setting), context.part, revision),
    main,
    open: async (plan, id, used) => {
      const opened = openConversation(context, context.target, probe.transport, id, plan.purpose, used);
      const talk = new StatelessTalk(context, opened, revision);
      context.recorder.updateConversation(id, { probes: revision });
      if (!used || (await isSane(talk))) return talk;
      context.recorder.setAside(id);
      await talk.close();
      const fresh = openConversation(context, context.target, probe.transport, `${id}.2`, plan.purpose);
      context.recorder.updateConversation(`${id}.2`, { probes: revision });
      return new StatelessTalk(context, fresh, revision);
    },
  });
};

/** Probes a stateful revision in full, going on from a session that has shaken hands. */
export const probeStateful = (context: ProbeContext, main: StatefulTalk, probe: RevisionProbe): Promise<void> => {
  const { negotiated } = main.session;
  const revision = spokenIn(main);
  const setting = { revision, transport: probe.transport, limits: context.limits };
  context.recorder.updateConversation(main.conversation.id, { probes: revision });
  return runPlan(context, {
    ...probe,
    revision,
    capabilities: main.initializeResult?.["capabilities"],
    plan:
      context.plan === "audit"
        ? context.plans.audit(setting)
        : selectPlan(context.plans.stateful(setting), context.part, revision),
    main,
    open: openStateful(context, probe.transport, revision, negotiated),
  });
};

/** A counter-offer is what the session speaks, whatever was asked for. */
const spokenIn = ({ session: { negotiated }, dialect }: StatefulTalk): Revision =>
  isRevision(negotiated) && eraOf(negotiated) === "stateful" ? negotiated : dialect.revision;

/** Whether anything is asked on stdio outside the main conversation. */
export const asksOutsideMain = ({ part, limits, plans }: ProbeContext, main: StatefulTalk): boolean => {
  if (!part) return true;
  const revision = spokenIn(main);
  const { others } = selectPlan(plans.stateful({ revision, transport: "stdio", limits }), part, revision);
  return others.some(({ transport }) => transport !== "http");
};

const openStateful = (
  context: RunContext,
  transport: TransportName,
  revision: Revision,
  negotiated: string | undefined,
): OpenTalk<StatefulTalk> => {
  const open: OpenTalk<StatefulTalk> = async (plan, id, used) => {
    const opened = openProbe(context, transport, id, plan.purpose, revision, used);
    const talk = new StatefulTalk(context, opened, {
      revision,
      ...(plan.capabilities ? { capabilities: plan.capabilities } : {}),
    });
    if (plan.bare) {
      context.recorder.markIrregular(id);
      if (await talk.ready()) return talk;
      await talk.close();
      return undefined;
    }
    const draft = await talk.initialize();
    if (!used) context.health.observe(draft);
    if (talk.initializeResult && (!used || talk.session.negotiated === negotiated)) return talk;
    await talk.close();
    if (!used) return undefined;
    // A server may shake hands once for each process: that it does not do so twice says nothing.
    context.recorder.setAside(id);
    return open(plan, `${id}.2`);
  };
  return open;
};

/** Whether a process that was used before still answers. */
const isSane = async (talk: StatelessTalk): Promise<boolean> => {
  const { response } = await talk.discover().done;
  return member(response, "result") !== undefined;
};

const SECOND_HANDSHAKE = "second-handshake";

/**
 * Whether a process shakes hands a second time as it did the first. No sentence asks for it, so what it answers is no
 * evidence; but then one process can hold several conversations, and far fewer have to be started.
 */
export const takesSecondHandshake = async (
  context: RunContext,
  idle: StdioProcess | undefined,
  { revision }: StatefulTalk["dialect"],
): Promise<boolean> => {
  if (!idle) return false;
  context.recorder.markIrregular(SECOND_HANDSHAKE);
  const purpose = "does one process shake hands twice?";
  const opened = openProbe(context, "stdio", SECOND_HANDSHAKE, purpose, revision, idle);
  const talk = new StatefulTalk(context, opened, { revision });
  const first = await talk.initialize();
  const agreed = talk.session.negotiated;
  const second = agreed === undefined ? first : await talk.initialize();
  context.recorder.setAside(SECOND_HANDSHAKE);
  await talk.close();
  return agreed !== undefined && second !== first && talk.adopt(second) && talk.session.negotiated === agreed;
};
