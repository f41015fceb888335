import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findCustomTheme, listCustomThemes } from './custom-themes.ts'

test('themes come from the own folder, from that of another program and from enabled plugins', async () => {
  await using tmp = tmpDir()
  const write = (path: string, value: unknown): void => {
    const file = join(tmp.path, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const at = { configHome: join(tmp.path, 'config'), home: join(tmp.path, 'home'), env: {} }
  write('config/themes/dusk.json', { name: 'Dusk', overrides: { accent: '#010203' } })
  write('home/.claude/themes/dusk.json', { name: 'Other dusk' })
  write('home/.claude/themes/dawn.json', { name: 'Dawn', base: 'light' })
  write('config/themes/broken.json', '{')
  write('plugin/themes/neon.json', { name: 'Neon' })
  write('plugin/.claude-plugin/plugin.json', { name: 'looks' })
  const record = {
    id: 'looks@acme',
    path: join(tmp.path, 'plugin'),
    version: '1',
    installedAt: '2026-01-01T00:00:00.000Z',
  }
  write('config/plugins/installed.json', { plugins: { 'looks@acme': record } })
  const off = { ...at, plugins: { enabled: {} } }
  expect(listCustomThemes(off)).toMatchObject([
    { value: 'custom:dusk', name: 'Dusk', base: 'dark', looks: { accent: '#010203' } },
    { value: 'custom:dawn', name: 'Dawn', base: 'light' },
    { value: 'custom:dusk', name: 'Other dusk' },
  ])
  expect(findCustomTheme('custom:dusk', off)?.name).toBe('Dusk')
  expect(findCustomTheme('custom:broken', off)).toBeUndefined()
  expect(findCustomTheme('custom:../../etc/passwd', off)).toBeUndefined()
  const on = { ...at, plugins: { enabled: { 'looks@acme': true } } }
  expect(findCustomTheme('custom:looks:neon', on)?.name).toBe('Neon')
  expect(listCustomThemes({ ...off, env: { CAPSTAN_COMPAT: '0' } })).toHaveLength(1)
})
