import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createScriptedModel } from '../../src/features/models/scripted/scripted-model.ts'
import { SessionHost } from '../../src/host/host.ts'
import type { OpenRequest, Overrides } from '../../src/protocol/host.ts'
import { tmpDir } from './tmp-dir.ts'

/** A host with places of policy of its own. Every front end opens its sessions with one: what it does not allow happens in none. */
export const openPolicyWorld = (version = '1.0.0') => {
  const tmp = tmpDir()
  const owner = process.getuid?.() ?? 0
  const put = (name: string, content: unknown): string => {
    const path = join(tmp.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  put('project/.keep', '')
  const host = new SessionHost({
    version,
    bridge: () => ({ command: ['none'], files: [] }),
    releaseNotes: async () => '',
    managed: [
      { path: join(tmp.path, 'Library/Managed Preferences/dev.capstan.plist'), owner, isList: true },
      { path: join(tmp.path, 'etc/capstan/managed-settings.json'), owner },
      { path: join(tmp.path, 'etc/claude-code/managed-settings.json'), owner, foreign: true },
    ],
  })
  const model = createScriptedModel({ replies: [{ text: 'one', repeat: true }] })
  const said: string[] = []
  const open = (overrides: Overrides = {}, more: Partial<OpenRequest> = {}) =>
    host.open({
      cwd: join(tmp.path, 'project'),
      env: { HOME: tmp.path, PATH: process.env['PATH'] },
      session: { kind: 'new' },
      overrides: { model: 'scripted', trust: true, ...overrides },
      model,
      warn: text => void said.push(text.text),
      ...more,
    })
  return {
    path: tmp.path,
    put,
    open,
    said,
    model,
    host,
    policy: (value: unknown) => put('etc/capstan/managed-settings.json', value),
    /** As macOS keeps what a device management demands. */
    preferences: (list: string) => put('Library/Managed Preferences/dev.capstan.plist', list),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]()
      await tmp[Symbol.asyncDispose]()
    },
  }
}
