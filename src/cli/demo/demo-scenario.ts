import type { Scenario, ScriptedReply } from '../../features/models/scripted/scenario.ts'
import { BUG, type DemoLanguage, FIX, PROMISE } from './demo-project.ts'

/** What the model and the person say, in one language. */
interface Words {
  readonly prompt: string
  /** What the call is for. */
  readonly runTests: string
  readonly testsFirst: string
  readonly oneFails: string
  readonly found: string
  readonly testsAgain: string
  readonly allPass: string
  readonly nothingRan: string
  readonly nothingWritten: string
  readonly unverified: string
  readonly lost: string
}

const WORDS: Readonly<Record<DemoLanguage, Words>> = {
  en: {
    prompt: 'A customer bought ten pens and did not get the bulk price. Please find out why and fix it.',
    runTests: 'Run the tests',
    testsFirst: "I'll run the tests first; one of them may show what your customer saw.",
    oneFails: `One test fails, and it's exactly this case: ten pieces cost 2500 instead of 2250, while nine
are right. That looks like an off-by-one error. I'll read the code and the test, and check
what the shop promises.`,
    found: `Found it. The README and the comment promise the discount for "ten or more", but the code compares
with \`>\`, so it begins at eleven. The test is right, the code is wrong: one character fixes it.`,
    testsAgain: 'Now the tests again, to be sure.',
    allPass: `All tests pass. The bulk price started at eleven pieces instead of ten; \`>\` is now \`>=\` in
cart.js. Your customer with the ten pens gets the discount, and nine still cost the full price.`,
    nothingRan: `No problem: nothing runs without your approval. That's the end of the demo; run it again and
approve to see how it continues.`,
    nothingWritten: `OK, cart.js stays as it is; nothing was written. To fix it yourself, change the comparison in
lineTotal to \`>=\`.`,
    unverified: `Fine, I won't run the tests. The change is in cart.js, but I haven't verified it.`,
    lost: `This is a scripted demo, and you left the scripted path: by what you said, or by something on
this machine. The output above shows what happened.`,
  },
  zh: {
    prompt: '有位顾客买了十支笔，却没有享受到批量价。请找出原因并修复。',
    runTests: '运行测试',
    testsFirst: '我先运行测试，看看能不能重现顾客遇到的问题。',
    oneFails: `有一项测试失败，正是这种情况：十件应为 2250，却算成了 2500，九件则正确。
看起来是差一错误。我来看看代码和测试，再核对店里承诺的优惠。`,
    found: `找到了。README 和注释都写着“满十件”打折，但代码用的是 \`>\`，从十一件才开始打折。
测试没错，是代码错了，改一个字符就好。`,
    testsAgain: '再运行一次测试确认。',
    allPass: `测试全部通过。原来批量价从十一件才开始，现在 cart.js 中的 \`>\` 已改为 \`>=\`。
买十支笔的顾客可以享受折扣，九支仍按原价。`,
    nothingRan: '没问题，未经你批准不会运行任何命令。演示到此结束；再运行一次并批准，就能看到后面的内容。',
    nothingWritten: '好的，cart.js 保持原样，没有写入。想自己修复的话，把 lineTotal 中的比较改成 `>=` 即可。',
    unverified: '好的，不运行测试。cart.js 已经修改，但我还没有验证。',
    lost: '这是按脚本进行的演示，你输入的内容或这台机器上的情况超出了脚本。实际发生了什么，请看上面的输出。',
  },
}

/** What the person asks for. */
export const demoPrompt = (language: DemoLanguage): string => WORDS[language].prompt

/** The same however it was said: here, or in a dialog of the terminal, with words or without. */
const SAID_NO = /The person declined it/

const SOME_FAIL = /\bfail [1-9]/
const NONE_FAILS = /\bfail 0\b/

const testsBy = ({ runTests }: Words) => ({
  name: 'Bash',
  input: { command: 'node --test', description: runTests },
})

const storyIn = (language: DemoLanguage): readonly ScriptedReply[] => {
  const words = WORDS[language]
  const tests = testsBy(words)
  return [
    { when: { requestIndex: 0 }, text: words.testsFirst, tool: tests },
    {
      when: { requestIndex: 1, toolResult: { tool: 'Bash', contains: SOME_FAIL } },
      text: words.oneFails,
      tools: [
        { name: 'Read', input: { file_path: 'cart.js' } },
        { name: 'Read', input: { file_path: 'cart.test.js' } },
        { name: 'Grep', input: { pattern: PROMISE[language], '-i': true, output_mode: 'content' } },
      ],
    },
    {
      when: { toolResult: { tool: 'Read', isError: false } },
      text: words.found,
      tool: {
        name: 'Edit',
        input: { file_path: 'cart.js', old_string: `  if (${BUG}) {`, new_string: `  if (${FIX}) {` },
      },
    },
    { when: { toolResult: { tool: 'Edit', isError: false } }, text: words.testsAgain, tool: tests },
    { when: { toolResult: { tool: 'Bash', contains: NONE_FAILS } }, text: words.allPass },
  ]
}

/** The script can take a no at every question. */
const deniedIn = (language: DemoLanguage): readonly ScriptedReply[] => {
  const { nothingRan, nothingWritten, unverified } = WORDS[language]
  return [
    { when: { requestIndex: 1, toolResult: { tool: 'Bash', contains: SAID_NO } }, text: nothingRan },
    { when: { toolResult: { tool: 'Edit', contains: SAID_NO } }, text: nothingWritten },
    { when: { toolResult: { tool: 'Bash', contains: SAID_NO } }, text: unverified },
  ]
}

const CHUNK_MS = 90
/** Time to read before a call is made. */
const CALL_MS = 350

/** The story of the demo. Slow enough to be read, unless `fast`. */
export const demoScenario = (fast: boolean, language: DemoLanguage): Scenario => ({
  name: 'demo',
  replies: [...deniedIn(language), ...storyIn(language), { repeat: true, text: WORDS[language].lost }].map(
    reply => (fast ? reply : paced(reply)),
  ),
})

/** Without the line breaks that are there for plain output: a screen breaks lines at its own width. */
export const flowing = (scenario: Scenario): Scenario => ({
  ...scenario,
  replies: scenario.replies.map(reply =>
    reply.text === undefined
      ? reply
      : { ...reply, text: reply.text.replaceAll(/(?<=[，。：])\n/gu, '').replaceAll('\n', ' ') },
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
