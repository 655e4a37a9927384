import { newestTags } from "./choose-tags.ts";
import type { RefReason } from "./corpus-refresh.ts";
import { downloadCorpus, type FetchedCorpus, listRefs, type Net, readCorpusArchive } from "./fetch-archive.ts";
import type { Selection } from "./pick-files.ts";
import { RefreshError } from "./refresh-error.ts";
import { archiveUrl, type Repository, type Source } from "./source.ts";

/** The chosen archive, and why it was chosen. */
export interface ChosenCorpus {
  readonly corpus: FetchedCorpus;
  readonly reason: RefReason;
  readonly ref?: string;
  /** From the list of refs. */
  readonly commit?: string;
}

export interface CorpusQuery extends Selection {
  readonly source: Source;
  readonly ref?: string;
  readonly net: Net;
  onStep?(what: string): void;
}

/** Each tag tried costs a download, and the newest ones are alike. */
const TAGS_TRIED = 3;

/** The chain: the archive or ref that was named, the newest tag that holds the source path, the default branch. */
export const chooseCorpus = async (choice: CorpusQuery): Promise<ChosenCorpus> => {
  const { source, ref, net } = choice;
  switch (source.kind) {
    case "archive-file":
      return { corpus: await readCorpusArchive(source.path, choice, net.limits), reason: { kind: "archive" } };
    case "archive-url":
      choice.onStep?.("downloading the archive");
      return { corpus: await downloadCorpus(source.url, choice, net), reason: { kind: "archive" } };
    case "github":
    case "git-host":
      if (ref === undefined) return chooseLatest(source, choice);
      choice.onStep?.(`downloading ${ref}`);
      return {
        corpus: await downloadCorpus(archiveUrl(source, ref), choice, net),
        reason: { kind: "asked-for" },
        ref,
        ...(/^[0-9a-f]{40}$/.test(ref) ? { commit: ref } : {}),
      };
  }
};

const chooseLatest = async (source: Repository, query: CorpusQuery): Promise<ChosenCorpus> => {
  const { net, onStep } = query;
  onStep?.("listing refs");
  const { head, refs } = await listRefs(source, net);
  const tags = newestTags(refs);
  const without: string[] = [];
  for (const { name, commit } of tags.slice(0, TAGS_TRIED)) {
    onStep?.(`downloading ${name}`);
    const corpus = await downloadCorpus(archiveUrl(source, name), query, net);
    if (corpus.files.size > 0) return { corpus, reason: { kind: "newest-tag", without }, ref: name, commit };
    without.push(name);
  }
  if (!head) throw new RefreshError("failed", "the repository has no default branch to take a corpus from; give --ref");
  const branch = head.name.replace(/^refs\/heads\//, "");
  onStep?.(`downloading ${branch}`);
  return {
    corpus: await downloadCorpus(archiveUrl(source, branch), query, net),
    reason: { kind: "default-branch", without, tags: tags.length },
    ref: branch,
    commit: head.commit,
  };
};
