import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { ToPerson } from '../../../protocol/person.ts'
import { sendUserFileTool } from './send-user-file.ts'

test('files are handed to the person with their places, all or none', async () => {
  const told: ToPerson[] = []
  const person = { tell: (what: ToPerson) => void told.push(what), watching: true, setting: () => undefined }
  const call = { ...makeToolCall(), person }
  const [a, b] = ['a.md', 'b.png'].map(name => join(call.cwd, name))
  writeFileSync(a ?? '', 'x'.repeat(10))
  writeFileSync(b ?? '', 'x'.repeat(1_500))
  const { text } = await runTool(sendUserFileTool, { files: ['a.md', b], caption: 'The report' }, call)
  expect(text).toBe('The person has been shown 2 files.')
  expect(told.map(each => each.text)).toEqual([`The report\n${a} (10 B)\n${b} (1.5 kB)`])
  await expect(runTool(sendUserFileTool, { files: ['a.md', 'none'] }, call)).rejects.toThrow(
    /none does not exist\. Nothing was sent/,
  )
  expect(told).toHaveLength(1)
  expect(sendUserFileTool.access({ files: ['a.md'] }, '/w')).toEqual([{ kind: 'read', path: '/w/a.md' }])
})
