import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../test/support/sample-size.ts'
import { makePipe, makeToolCall, runTool } from '../../../test/support/tool-call.ts'
import { ToolError } from '../../protocol/tool.ts'
import { toolRows } from './index.ts'

const odd = fc.oneof(
  fc.constantFrom(
    'a.txt',
    'dir',
    'pipe',
    'loop',
    'a.txt/x',
    '-x',
    '--',
    '*',
    '[',
    '{',
    '**',
    '~',
    './',
    'x'.repeat(5000),
    '\ud800',
    '!',
    '$(id)',
    '`id`',
    "'",
    '(',
    '\\',
  ),
  fc.string({ maxLength: 12 }),
  fc.integer(),
  fc.constant(null),
)
const inputs: Readonly<Record<string, fc.Arbitrary<object>>> = {
  Read: fc.record({ file_path: odd, offset: odd, limit: odd }, { requiredKeys: ['file_path'] }),
  Write: fc.record({ file_path: odd, content: odd }),
  Edit: fc.record(
    { file_path: odd, old_string: odd, new_string: odd, replace_all: odd },
    { requiredKeys: ['file_path', 'old_string', 'new_string'] },
  ),
  Glob: fc.record({ pattern: odd, path: odd }, { requiredKeys: ['pattern'] }),
  Grep: fc.record(
    { pattern: odd, path: odd, glob: odd, type: odd, '-A': odd },
    { requiredKeys: ['pattern'] },
  ),
}

/** Nothing the model writes may reach outside: absolute paths and ways up are left to the permission check. */
const staysInside = (input: object): boolean =>
  Object.values(input).every(value => typeof value !== 'string' || !/^[/~]|\.\./.test(value))

test.each(Object.entries(inputs))(
  'whatever %s is given ends in a result or a ToolError',
  async (name, input) => {
    const call = makeToolCall()
    writeFileSync(join(call.cwd, 'a.txt'), 'text\n')
    mkdirSync(join(call.cwd, 'dir'))
    makePipe(join(call.cwd, 'pipe'))
    symlinkSync('loop', join(call.cwd, 'loop'))
    const tool = await toolRows[name]!.load()
    await fc.assert(
      fc.asyncProperty(input.filter(staysInside), async given => {
        if (!tool.input.safeParse(given).success) return
        try {
          expect((await runTool(tool, given, call)).text).not.toBe('')
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError)
          expect((error as Error).message).not.toBe('')
        }
      }),
      { numRuns: sampleSize({ usual: 50, full: 600 }) },
    )
  },
)
