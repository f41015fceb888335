import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { readTranscript } from './read-transcript.ts'

const use = (id: string, input: object, more: object = {}): object => ({
  type: 'assistant',
  uuid: `a-${id}`,
  cwd: '/w',
  timestamp: '2026-01-02T00:00:00.000Z',
  message: { content: [{ type: 'tool_use', id, name: 'Bash', input }] },
  ...more,
})
const result = (id: string, more: object = {}, outer: object = {}): object => ({
  type: 'user',
  uuid: `r-${id}`,
  cwd: '/w',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok', ...more }] },
  ...outer,
})

test('calls are read with where they were made and what became of them', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 't.jsonl')
  const denied = { is_error: true, content: 'Permission denied: no.' }
  const lines = [
    use('1', { command: 'ls', content: 'x'.repeat(30_000), list: [1] }),
    result('1'),
    { type: 'mode', mode: 'bypassPermissions', sessionId: 's' },
    use('2', { command: 'rm x' }, { cwd: '/w/sub' }),
    result('2', denied),
    use('3', { command: 'false' }),
    result('3', { is_error: true }, { toolUseResult: { exitCode: 1 } }),
    use('4', { command: 'x' }),
    { strange: true },
  ]
  writeFileSync(path, `${lines.map(line => JSON.stringify(line)).join('\n')}\nnot json\n{"type":"assi`)
  const call = (command: string, outcome: string, more: object = {}) => ({
    tool: 'Bash',
    input: { command },
    cwd: '/w',
    mode: 'bypassPermissions',
    outcome,
    ...more,
  })
  expect(readTranscript(path)).toEqual({
    start: '/w',
    damaged: 2,
    calls: [
      call('ls', 'ran', { mode: 'default' }),
      call('rm x', 'refused', { cwd: '/w/sub' }),
      call('false', 'ran'),
      call('x', 'unknown'),
    ],
  })
  expect(readTranscript(path, Date.parse('2026-01-03')).calls).toEqual([])
})
