import { expect, test } from 'vitest'
import type { MemoryFile } from '../memory-directory.ts'
import { rankLexically, wordsOf } from './rank-lexically.ts'

const file = (name: string, description: string): MemoryFile => ({
  file: `${name}.md`,
  path: `/m/${name}.md`,
  mtimeMs: 0,
  size: 1,
  name,
  description,
})
const files = [
  file('feedback_testing', 'integration tests must hit a real database, no mocks'),
  file('project_release', 'mobile release freeze, dates and owner'),
  file('user_role', 'backend engineer, new to React'),
  file('reference_tracker', 'bugs of the pipeline are tracked in Linear'),
  file('项目_部署', '部署流程和负责人'),
]

test.each<[string, readonly string[]]>([
  ['please write tests for the database layer', ['feedback_testing.md']],
  ['when is the mobile release?', ['project_release.md']],
  ['explain this React component, I am a backend engineer', ['user_role.md']],
  ['部署流程是什么', ['项目_部署.md']],
  ['what is the weather', []],
  ['', []],
])('for %j it finds %j', (text, expected) => {
  expect(rankLexically(text, files, 5).map(each => each.file)).toEqual(expected)
})

test('the better match comes first and no more than wanted come', () => {
  const many = Array.from({ length: 9 }, (_, at) =>
    file(`n${at}`, `release freeze ${at > 4 ? 'of the mobile app' : ''}`),
  )
  const found = rankLexically('freeze for the mobile app release', many, 3)
  expect(found).toHaveLength(3)
  expect(found.every(({ description }) => description?.includes('mobile'))).toBe(true)
})

test('words are cut to what they share, common ones go, ideographs go in pairs', () => {
  expect(wordsOf('The tests are testing A_b 部署流程')).toEqual(['test', 'test', '部署', '署流', '流程'])
})

test('what a word weighs depends on how many have it, and a long text counts for less', () => {
  const [rare, common, long] = [
    file('a', 'kernel panic'),
    file('b', 'deploy panic'),
    file('c', `deploy panic ${'with many more words about this and that '.repeat(6)}`),
  ]
  const others = Array.from({ length: 6 }, (_, at) => file(`other${at}`, 'deploy notes'))
  const found = rankLexically('deploy kernel panic', [long, ...others, common, rare], 3)
  expect(found.map(each => each.file)).toEqual(['a.md', 'b.md', 'c.md'])
})
