import type { Command } from '../../protocol/command.ts'

export const securityReviewCommand: Command = {
  name: 'security-review',
  description: 'Review changes for security problems',
  argumentHint: '[what to review]',
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args) {
    const what =
      args === '' ? 'the changes of this branch, committed or not; if there are none, the last commit' : args
    return { kind: 'submit', text: `Review the security of: ${what}\n\n${PROMPT}` }
  },
}

const PROMPT = `Find out first what the change touches: where input comes from that somebody else controls, what it reaches, and what is protected by whom. Change nothing, and attack nothing that runs.

Follow such input to where it does harm: commands, queries, paths, templates, addresses to fetch, deserialization, memory; who may do what, and whether that is checked on every way; secrets in code, logs and errors; randomness and cryptography; what is new among the dependencies; files and permissions left open.

Only what somebody can really use counts. For each finding try to refute it: is the input really theirs, is it checked before, can the state be reached? Drop what you cannot show. Denial of service, missing hardening and theoretical weaknesses are no findings unless the consequence is grave.

Answer with a list, the gravest first. Each item: path:line, how grave (high, medium, low) and how sure you are, who could do what and how, step by step, and how to mend it. If there is nothing, say so, and what you looked at.`
