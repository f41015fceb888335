import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { favoritePlugins, toggleFavorite } from './favorites.ts'

test('a favorite is kept until it is one no longer, beside whatever else is known', async () => {
  const home = mkdtempSync(join(tmpdir(), 'capstan-favorites-'))
  const file = join(home, 'state.json')
  expect(favoritePlugins(home)).toEqual([])
  writeFileSync(file, '{"later": 1, "favoritePlugins": ["a@x", 3]}', { mode: 0o600 })
  await toggleFavorite(home, 'b@x')
  expect(favoritePlugins(home)).toEqual(['a@x', 'b@x'])
  await toggleFavorite(home, 'a@x')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ later: 1, favoritePlugins: ['b@x'] })
})
