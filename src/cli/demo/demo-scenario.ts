import type { Scenario, ScriptedReply } from '../../features/models/scripted/scenario.ts'
import { BUG, FIX } from './demo-project.ts'

export const DEMO_PROMPT =
  'A customer bought ten pens and did not get the bulk price. Please find out why and fix it.'

/** The same however it was said: here, or in a dialog of the terminal, with words or without. */
const SAID_NO = /The person declined it/

const TESTS = { name: 'Bash', input: { command: 'node --test', description: 'Run the tests' } }
const SOME_FAIL = /\bfail [1-9]/
const NONE_FAILS = /\bfail 0\b/

const STORY: readonly ScriptedReply[] = [
  {
    when: { requestIndex: 0 },
    text: "I'll run the tests first; one of them may show what your customer saw.",
    tool: TESTS,
  },
  {
    when: { requestIndex: 1, toolResult: { tool: 'Bash', contains: SOME_FAIL } },
    text: `One test fails, and it's exactly this case: ten pieces cost 2500 instead of 2250, while nine
are right. That looks like an off-by-one error. I'll read the code and the test, and check
what the shop promises.`,
    tools: [
      { name: 'Read', input: { file_path: 'cart.js' } },
      { name: 'Read', input: { file_path: 'cart.test.js' } },
      { name: 'Grep', input: { pattern: 'ten or more', '-i': true, output_mode: 'content' } },
    ],
  },
  {
    when: { toolResult: { tool: 'Read', isError: false } },
    text: `Found it. The README and the comment promise the discount for "ten or more", but the code compares
with \`>\`, so it begins at eleven. The test is right, the code is wrong: one character fixes it.`,
    tool: {
      name: 'Edit',
      input: { file_path: 'cart.js', old_string: `  if (${BUG}) {`, new_string: `  if (${FIX}) {` },
    },
  },
  {
    when: { toolResult: { tool: 'Edit', isError: false } },
    text: 'Now the tests again, to be sure.',
    tool: TESTS,
  },
  {
    when: { toolResult: { tool: 'Bash', contains: NONE_FAILS } },
    text: `All tests pass. The bulk price started at eleven pieces instead of ten; \`>\` is now \`>=\` in
cart.js. Your customer with the ten pens gets the discount, and nine still cost the full price.`,
  },
]

/** The script can take a no at every question. */
const DENIED: readonly ScriptedReply[] = [
  {
    when: { requestIndex: 1, toolResult: { tool: 'Bash', contains: SAID_NO } },
    text: `No problem: nothing runs without your approval. That's the end of the demo; run it again and
approve to see how it continues.`,
  },
  {
    when: { toolResult: { tool: 'Edit', contains: SAID_NO } },
    text: `OK, cart.js stays as it is; nothing was written. To fix it yourself, change the comparison in
lineTotal to \`>=\`.`,
  },
  {
    when: { toolResult: { tool: 'Bash', contains: SAID_NO } },
    text: `Fine, I won't run the tests. The change is in cart.js, but I haven't verified it.`,
  },
]

const LOST: ScriptedReply = {
  repeat: true,
  text: `This is a scripted demo, and you left the scripted path: by what you said, or by something on
this machine. The output above shows what happened.`,
}

const CHUNK_MS = 90
/** Time to read before a call is made. */
const CALL_MS = 350

/** The story of the demo. Slow enough to be read, unless `fast`. */
export const demoScenario = (fast: boolean): Scenario => ({
  name: 'demo',
  replies: [...DENIED, ...STORY, LOST].map(reply => (fast ? reply : paced(reply))),
})

/** Without the line breaks that are there for plain output: a screen breaks lines at its own width. */
export const flowing = (scenario: Scenario): Scenario => ({
  ...scenario,
  replies: scenario.replies.map(reply =>
    reply.text === undefined ? reply : { ...reply, text: reply.text.replaceAll('\n', ' ') },
  ),
})

const paced = (reply: ScriptedReply): ScriptedReply => {
  const calls = [...(reply.tool ? [reply.tool] : []), ...(reply.tools ?? [])]
  // The text takes as long as its pieces; of the calls only the first waits.
  const textMs = Math.ceil((reply.text ?? '').length / 24) * CHUNK_MS
  return {
    ...reply,
    chunkMs: CHUNK_MS,
    blockDelaysMs: [textMs, ...calls.map((_, at) => (at === 0 ? CALL_MS : 0))],
  }
}
