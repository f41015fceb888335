import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serveScenario } from '../../src/features/models/scripted/server.ts'
import { hasScript, SCRIPT } from '../support/needs-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

test.skipIf(!hasScript())(
  'words of the model do not act on a terminal, and reach a pipe as they are',
  async () => {
    await using tmp = tmpDir()
    const words = 'red \u001b[31malert\u0007'
    const server = await serveScenario({ replies: [{ text: words, repeat: true }] })
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: tmp.path,
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'k',
    }
    const program = `'${process.execPath}' '${process.cwd()}/dist/cli.mjs' -p hello < /dev/null`
    const run = async (file: string, args: readonly string[]) =>
      (await promisify(execFile)(file, args, { env, cwd: tmp.path })).stdout
    expect(await run(SCRIPT, ['-qec', program, '/dev/null'])).toBe('red \\u{1b}[31malert\\u{7}\r\n')
    expect(await run('/bin/sh', ['-c', program])).toBe(`${words}\n`)
    await server.close()
  },
)
