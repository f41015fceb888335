import { expect, test } from 'vitest'
import { COMMANDS } from '../../features/commands/index.ts'
import { commandInfos } from './part.ts'

const listed = async (config: Parameters<typeof commandInfos>[1]): Promise<readonly string[]> =>
  (await commandInfos(COMMANDS, config)).map(({ name }) => name)

test('/release-notes is listed only where somebody knows them', async () => {
  expect(await listed({})).not.toContain('release-notes')
  expect(await listed({ releaseNotes: async () => '# New' })).toEqual(COMMANDS.map(({ name }) => name))
})

test('a listed command says what it is, not what it needs or does', async () => {
  const infos = await commandInfos(COMMANDS, { releaseNotes: async () => '# New' })
  expect(infos.filter(info => 'needs' in info || 'run' in info || 'headless' in info)).toEqual([])
})
