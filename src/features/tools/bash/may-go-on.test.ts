import { expect, test } from 'vitest'
import { loadShellReader } from '../../../lib/shell/lower.ts'
import { mayGoOn } from './bash.ts'

test.each([
  ['npm test', true],
  ['cd web && npm run dev', true],
  ['while ! curl -s localhost; do echo waiting; done', true],
  ['FOO=1 make -j4 2>&1 | tee log', true],
  ['sleep 500', false],
  ['/bin/sleep 500', false],
  ['npm test && sleep 5', false],
  ['timeout 900 sleep 800', false],
  ['git clone https://x.test/y', false],
  ['cd x; git push', false],
  ['nice git gc', false],
  ['$TOOL run', false],
  ['if then', false],
  ['', false],
])('%j may run in background: %j', async (command, may) => {
  expect(mayGoOn((await loadShellReader())(command))).toBe(may)
})
