import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { ToPerson } from '../../../protocol/person.ts'
import { briefTool } from './brief.ts'

test('a message reaches the person at once', async () => {
  const told: ToPerson[] = []
  const person = { tell: (what: ToPerson) => void told.push(what), watching: true, setting: () => undefined }
  const { text } = await runTool(briefTool, { message: 'Found it' }, { ...makeToolCall(), person })
  expect([told, text]).toEqual([
    [{ kind: 'message', text: 'Found it', toolUseId: 'toolu_test' }],
    'The person has been shown the message.',
  ])
  await expect(runTool(briefTool, { message: 'x' }, makeToolCall())).rejects.toThrow('say it in your answer')
})

test('files that belong to the message are read accesses, have to exist, and are named under it', async () => {
  const told: ToPerson[] = []
  const person = { tell: (what: ToPerson) => void told.push(what), watching: true, setting: () => undefined }
  const call = { ...makeToolCall(), person }
  const given = { message: 'The report', attachments: ['report.md'] }
  expect(briefTool.access(given, '/w')).toEqual([{ kind: 'read', path: '/w/report.md' }])
  await expect(runTool(briefTool, given, call)).rejects.toThrow('does not exist. Nothing was shown.')
  expect(told).toEqual([])
  writeFileSync(join(call.cwd, 'report.md'), 'x')
  const { text } = await runTool(briefTool, given, call)
  expect(text).toBe('The person has been shown the message with the files.')
  expect(told).toMatchObject([{ kind: 'message', text: `The report\n\n- ${join(call.cwd, 'report.md')}` }])
})
