import { expect, test } from 'vitest'
import { NOW } from '../../../../../test/support/panel-world.ts'
import type { TaskInfo } from '../../../../protocol/tool.ts'
import { loadWords } from '../../text/words.ts'
import { lastLine, taskOptions } from './task-options.ts'

const task = (id: string, more: Partial<TaskInfo> = {}): TaskInfo => ({
  id,
  kind: 'shell',
  description: id,
  status: 'running',
  startedAt: NOW - 5_000,
  ...more,
})

test('what runs comes before what is over, the newest first', async () => {
  const words = await loadWords('en')
  const rows = [
    task('over', { status: 'completed', exitCode: 0, endedAt: NOW - 1_000 }),
    task('older', { startedAt: NOW - 90_000 }),
    task('newer', { description: '', command: 'npm run dev' }),
  ].map(each => ({ task: each, last: each.id === 'newer' ? 'up\u0007' : '' }))
  expect(taskOptions(rows, { words, now: NOW }).map(({ label, detail }) => `${label} | ${detail}`)).toEqual([
    '● npm run dev | running · 5 s · up\\u{7}',
    '● older | running · 1 min 30 s',
    '✓ over | done · 4 s · exit code 0',
  ])
})

test.each([
  ['', ''],
  ['a\nb\n\n', 'b'],
  ['10%\r20%\r', '20%'],
  ['\u001b[32mgreen\u001b[0m\n  \n', 'green'],
])('the last line of %j is %j', (output, line) => {
  expect(lastLine(output)).toBe(line)
})
