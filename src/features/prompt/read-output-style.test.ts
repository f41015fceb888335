import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { readOutputStyle } from './read-output-style.ts'

const place = (files: Readonly<Record<string, string>>) => {
  const tmp = tmpDir()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(tmp.path, name, '..'), { recursive: true })
    writeFileSync(join(tmp.path, name), text)
  }
  return Object.assign(tmp, {
    in: (...names: string[]) => names.map(name => ({ path: join(tmp.path, name) })),
  })
}

test('a file is a style: its front says the name, the rest is the text', async () => {
  await using at = place({
    'own/pirate.md':
      '---\nname: Pirate\ndescription: "Talks: like one"\nkeep-coding-instructions: true\n---\n\nArr.\n',
  })
  expect(await readOutputStyle('pirate', at.in('own'))).toEqual({
    style: { name: 'Pirate', description: 'Talks: like one', text: { own: 'Arr.' }, keepWork: true },
  })
})

test('without a front the name is that of the file, and our advice goes', async () => {
  await using at = place({ 'own/Terse Style.md': 'One line only.' })
  expect(await readOutputStyle('terse style', at.in('own'))).toEqual({
    style: { name: 'Terse Style', description: '', text: { own: 'One line only.' }, keepWork: false },
  })
})

test('earlier directories win over later ones, files over our own', async () => {
  await using at = place({ 'a/learning.md': 'mine', 'b/learning.md': 'theirs' })
  expect((await readOutputStyle('learning', at.in('none', 'a', 'b'))).style?.text).toEqual({ own: 'mine' })
  expect((await readOutputStyle('Learning', at.in('none'))).style?.text).toBe('learning')
})

test('the default is no style at all', async () => {
  expect(await readOutputStyle('default', [])).toEqual({})
})

test('an unknown name is told with the known ones, and with files that cannot be used', async () => {
  await using at = place({
    'own/good.md': 'ok',
    'own/empty.md': '---\nname: Empty\n---\n',
    'own/broken.md': '---\nname: [\n---\ntext',
    'own/list.md': '---\n- a\n---\ntext',
    'own/huge.md': 'x'.repeat(100_000),
    'own/notes.txt': 'no style',
  })
  const { style, problem } = await readOutputStyle('nope', at.in('own'))
  expect(style).toBeUndefined()
  expect(problem && inChinese(problem)).toMatch(
    /^没有名为 "nope" 的输出风格（"outputStyle"）。可选：default、proactive、/,
  )
  expect(problem?.text.split('\n')).toEqual([
    'There is no output style named "nope" ("outputStyle"). Known: default, proactive, concise, explanatory, learning, good. Using default instead.',
    `${join(at.path, 'own/broken.md')}: the part between the --- lines is not valid YAML.`,
    `${join(at.path, 'own/empty.md')}: an output style needs text below its --- lines.`,
    `${join(at.path, 'own/huge.md')} cannot be read as an output style (at most 65536 bytes).`,
    `${join(at.path, 'own/list.md')}: the part between the --- lines is not valid YAML.`,
  ])
})

test('styles of a plugin carry its name, in a directory or a file of their own', async () => {
  await using at = place({ 'p/output-styles/a.md': 'A.', 'q/one.md': '---\nname: One\n---\nB.' })
  const places = [
    { path: join(at.path, 'p/output-styles'), prefix: 'p:' },
    { path: join(at.path, 'q/one.md'), prefix: 'q:' },
  ]
  expect((await readOutputStyle('p:a', places)).style?.text).toEqual({ own: 'A.' })
  expect((await readOutputStyle('q:one', places)).style?.name).toBe('q:One')
  expect((await readOutputStyle('a', places)).problem?.text).toContain('p:a, q:One')
})
