import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { runHelper } from './ask-program.ts'

const owner = process.getuid?.() ?? 0
const env = { PATH: '/usr/bin:/bin', CAPSTAN_VERSION: '1.2.3' }

const helperIn = (dir: string, script: string): string => {
  const path = join(dir, 'helper')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const ask = async (path: string, timeoutMs = 5_000) => {
  const answer = await runHelper({ path, timeoutMs }, { owner, env })
  return answer.kind === 'failed' ? { kind: answer.kind, message: inEnglish(answer.message) } : answer
}

test.each([
  [
    `echo '{"managedSettings": {"allowManagedHooksOnly": true}}'`,
    { kind: 'settings', text: '{"allowManagedHooksOnly":true}' },
  ],
  ['echo "{}"', { kind: 'nothing' }],
  [`echo warning >&2; echo '{"managedSettings":{}}'`, { kind: 'settings', text: '{}' }],
  [
    `printf '{"managedSettings":{"claudeMd":"%s"}}' "$CAPSTAN_VERSION$SECRET"`,
    { kind: 'settings', text: '{"claudeMd":"1.2.3"}' },
  ],
])('%s is an answer', async (script, answer) => {
  await using tmp = tmpDir()
  expect(await ask(helperIn(tmp.path, script))).toEqual(answer)
})

test.each<[string, RegExp, number?]>([
  ['exit 3', /ended with exit code 3\. Nothing starts without its answer/],
  [`echo no network >&2; echo '{"managedSettings":{}}'; exit 1`, /ended with exit code 1 \(no network\)/],
  ['kill -9 $$', /was ended by a signal/],
  ['sleep 60', /did not end within 1000 ms/, 1_000],
  [`trap '' TERM; sleep 60 & wait`, /did not end within 1000 ms/, 1_000],
  ['head -c 1100000 /dev/zero', /printed more than 1 MiB/],
  ['head -c 1100000 /dev/zero >&2', /printed more than 1 MiB/],
  ['echo hello', /did not print one JSON object/],
  ['true', /did not print one JSON object/],
  [`echo '{"managedSettings":{}} {}'`, /did not print one JSON object/],
  [`echo '[]'`, /did not print one JSON object/],
  [`echo '{"permissions":{"deny":["Bash"]}}'`, /printed an object without "managedSettings"/],
  [`echo '{"managedSettings":"none"}'`, /printed an object without "managedSettings"/],
])('%s fails', async (script, message, timeoutMs) => {
  await using tmp = tmpDir()
  expect(await ask(helperIn(tmp.path, script), timeoutMs)).toEqual({
    kind: 'failed',
    message: expect.stringMatching(message),
  })
})

test('a helper that is not there, no file, no program, or that others can change fails', async () => {
  await using tmp = tmpDir()
  const said = async (path: string) => {
    const answer = await ask(path)
    return 'message' in answer ? answer.message : ''
  }
  expect(await said(join(tmp.path, 'gone'))).toMatch(/is not a file/)
  mkdirSync(join(tmp.path, 'folder'))
  expect(await said(join(tmp.path, 'folder'))).toMatch(/is not a file/)
  const helper = helperIn(tmp.path, 'echo "{}"')
  chmodSync(helper, 0o644)
  expect(await said(helper)).toMatch(/could not be started/)
  chmodSync(helper, 0o757)
  expect(await said(helper)).toMatch(/can be written by others/)
  symlinkSync(helper, join(tmp.path, 'link'))
  expect(await said(join(tmp.path, 'link'))).toMatch(/can be written by others/)
})
