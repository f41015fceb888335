import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IS_NATIVE_PROGRAM, PROGRAM_COMMAND } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

test.skipIf(IS_NATIVE_PROGRAM)(
  'started on Windows itself it names the way through WSL, and does nothing',
  async () => {
    await using tmp = tmpDir()
    const [node, ...program] = PROGRAM_COMMAND
    const platform = 'data:text/javascript,Object.defineProperty(process,"platform",{value:"win32"})'
    const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const options = {
        cwd: tmp.path,
        env: { PATH: '/usr/bin:/bin', HOME: tmp.path, ...env },
        encoding: 'utf8',
      } as const
      const { status, stdout, stderr } = spawnSync(node, ['--import', platform, ...program, ...args], options)
      return { status, stdout, stderr }
    }
    expect(start(['-p', 'hi'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'capstan: Capstan doesn\'t run on Windows itself. Use WSL 2: run "wsl --install" once in PowerShell, then "npm install -g capstan" in the Linux terminal it opens.\n',
    })
    writeFileSync(join(tmp.path, 'settings.json'), '{"uiLanguage": "zh"}')
    expect(start(['demo'], { CAPSTAN_CONFIG_DIR: tmp.path })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('请使用 WSL 2'),
    })
  },
)
