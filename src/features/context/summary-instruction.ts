/** What the model is asked at the end of the conversation it is to sum up. */
export const summaryInstruction = (wanted: {
  readonly focus?: string | undefined
  /** The summary is only of what came after the message that begins so. */
  readonly from?: string | undefined
}): string => {
  const scope =
    wanted.from === undefined
      ? ''
      : `\nSum up only what came from this message on; what stands before it stays: ${JSON.stringify(wanted.from)}`
  const focus = wanted.focus?.trim()
    ? `\n\nThe user asks the summary to dwell on: ${wanted.focus.trim()}`
    : ''
  return `${INSTRUCTION}${scope}${focus}`
}

const INSTRUCTION = `The conversation above is about to be replaced by a summary, and you will go on from that summary alone. Write it in the language the user writes in; code, names and quotes stay as they are. Do not call tools.

First think in <analysis>: go through the conversation in order and note what must not be lost.
Then write <summary> with these parts:
1. Request: what the user wants, and every later correction or constraint, in their own words.
2. Concepts: the techniques and facts the work rests on.
3. Decisions: what was decided and why; what was tried and rejected.
4. Files: paths read, created or changed, and the state each is in now, with the code that matters.
5. Commands: what was run that had an effect, and its outcome. It must not be run again by mistake.
6. Errors: what failed, how it was mended, what must not be repeated.
7. User messages: all of them, tool results left out.
8. Open: what is still to do.
9. Now: exactly what was being done last, and the next step.`

/** The summary part of a reply; a reply without tags is taken whole. */
export const extractSummary = (reply: string): string => {
  const tagged = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(reply)?.[1]
  return (tagged ?? reply.replace(/<analysis>[\s\S]*?(<\/analysis>|$)/g, '')).trim()
}
