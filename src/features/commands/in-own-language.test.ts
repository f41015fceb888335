import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFakeHost } from '../../../test/support/fake-command-host.ts'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { releaseNotesCommand } from './help/help.ts'
import { installGithubAppCommand } from './setup/github-app.ts'
import { loopCommand } from './work/loop.ts'

const host = (over = {}) => ({ ...createFakeHost(), ...over })
const ENGLISH = /[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}/

test('release notes are the changelog in English, and in Chinese tell of the same version', async () => {
  const notes = /^## (\S+)[\s\S]*?(?=^## |(?![\s\S]))/m.exec(readFileSync('CHANGELOG.md', 'utf8'))
  const { text } = await releaseNotesCommand.run('', host({ releaseNotes: async () => notes?.[0] ?? '' }))
  expect(inEnglish(text ?? '')).toBe(notes?.[0])
  expect(inChinese(text ?? '')).toMatch(new RegExp(`^## ${RegExp.escape(notes?.[1] ?? '?')}（`))
  expect(inChinese(text ?? '')).not.toMatch(ENGLISH)
})

test('what /loop says by itself, and the comments of /install-github-app, are in the language of the prompt', async () => {
  const { place } = createFakeHost()
  const chinese = host({ place: { ...place, promptLanguage: 'zh' } })
  const said: unknown[] = []
  const loops = { paced: async () => undefined, every: async () => ({ id: 'x' }), standing: () => undefined }
  for (const line of ['', '5m'])
    said.push(await loopCommand.run(line, { ...chinese, loops } as unknown as typeof chinese))
  expect(JSON.stringify(said)).toContain('照看这个项目')
  expect(JSON.stringify(said)).toContain('每 5 分钟')
  expect(JSON.stringify(said)).not.toMatch(ENGLISH)
  const { text } = await installGithubAppCommand.run('', chinese)
  expect(
    inChinese(text ?? '')
      .match(/# .*/g)
      ?.join(),
  ).not.toMatch(ENGLISH)
})
