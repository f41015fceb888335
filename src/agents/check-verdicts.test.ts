import { expect, test } from 'vitest'
import { unprovenVerdicts } from './check-verdicts.ts'

const check = (command: string, verdict = 'PASS'): string =>
  `### It works\nCommand: ${command}\nOutput: ok\nVerdict: ${verdict}\n`

test.each([
  ['a command that ran', check('npm test'), ['npm test'], undefined],
  ['in a code block, with a prompt', check('\n```bash\n$ npm test\n```'), ['npm test'], undefined],
  ['in bold', '### A\n**Command:** `npm test`\n**Output:** ok\n**Verdict:** FAIL', ['npm test'], undefined],
  ['only its important part', check('npm test'), ['cd /x && npm test 2>&1 | tail -5'], undefined],
  ['two that ran', check('npm run build; npm test'), ['npm run build', 'npm test'], undefined],
  ['a script over several lines', check('node -e "\n1\n2"'), ['node -e "\n1\n2"'], undefined],
  [
    'a command that did not run',
    check('npm test'),
    ['npm run build'],
    '1 of 1 verdicts name no command that was run: "It works"',
  ],
  ['no command', '### A\nVerdict: PASS\n', ['npm test'], '1 of 1 verdicts name no command that was run: "A"'],
  [
    'a word of a command that ran',
    check('est'),
    ['npm test'],
    '1 of 1 verdicts name no command that was run: "It works"',
  ],
  [
    'two of which one ran',
    check('npm run build; npm test'),
    ['npm run build'],
    '1 of 1 verdicts name no command that was run: "It works"',
  ],
  [
    'what ran, with where and how it was cut',
    check('cd /x && npm test 2>&1 | tail -20'),
    ['npm test'],
    undefined,
  ],
  [
    'some',
    `${check('npm test')}\n### Empty input\nCommand: node x.js\nOutput: 1\nVerdict: PARTIAL`,
    ['npm test'],
    '1 of 2 verdicts name no command that was run: "Empty input"',
  ],
  [
    'only the last line',
    'All is well.\nVERDICT: PASS',
    ['npm test'],
    'the report has no check with a command and a verdict',
  ],
  ['nothing at all', 'Looks good to me.', [], 'The agent ran 0 commands'],
])('%s', (_name, report, ran, wanted) => {
  const found = unprovenVerdicts(`${report}\nVERDICT: PASS`, ran)
  if (wanted === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(wanted)
})
