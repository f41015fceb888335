// Names the pages in docs/zh, and README.zh-CN.md, whose originals have other headings or examples than when they were
// written. With names of pages: marks those as up to date, once their words are.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chinesePages, marked, pagesBehind } from './site/chinese-pages.ts'

const root = resolve(import.meta.dirname, '..')
const named = process.argv.slice(2)
for (const each of chinesePages(root))
  if (named.includes(each.page)) writeFileSync(join(root, each.page), marked(root, each))
const behind = pagesBehind(root)
for (const page of behind) process.stdout.write(`${page} is behind its original\n`)
process.exitCode = behind.length > 0 ? 1 : 0
