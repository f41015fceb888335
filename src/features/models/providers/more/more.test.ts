import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALL_PROVIDERS, MORE_PROVIDERS } from '../all.ts'
import { MORE_KEYS, PROVIDERS } from '../index.ts'

test('the variables that show that a row has to be loaded are those that its rows read', () => {
  const read = MORE_PROVIDERS.flatMap(({ auth }) => auth.map(({ variable }) => variable))
  const known = PROVIDERS.flatMap(({ auth }) => auth.map(({ variable }) => variable))
  // These tokens are there for other things, too: they answer where they are named, and commands keep them.
  const own = new Set(read.filter(name => name === 'OLLAMA_API_KEY' || !known.includes(name)))
  own.delete('HF_TOKEN')
  own.delete('CLOUDFLARE_API_TOKEN')
  expect(new Set(MORE_KEYS)).toEqual(own)
})

test('names are unique, addresses are https, and nobody sends a key to another company', () => {
  const names = ALL_PROVIDERS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const domain = (url: string): string => new URL(url).hostname.split('.').slice(-2).join('.')
  const abroad: Readonly<Record<string, string>> = {
    'z.ai': 'bigmodel.cn',
    'minimax.io': 'minimaxi.com',
    'moonshot.ai': 'moonshot.cn',
    'stepfun.ai': 'stepfun.com',
    'siliconflow.com': 'siliconflow.cn',
  }
  for (const row of MORE_PROVIDERS) {
    if (row.endpoint.url === '') continue
    expect(row.endpoint.url).toMatch(/^https:\/\/[^\s/]+(?:\/[\w/.-]+[^/])?$/)
    const of = MORE_PROVIDERS.find(({ name }) => name === (row.storedAs ?? row.wayTo))
    if (!of) continue
    const [own, its] = [row, of].map(({ endpoint }) => domain(endpoint.url))
    expect(abroad[own ?? ''] ?? own, row.name).toBe(abroad[its ?? ''] ?? its)
    // Another protocol with the same key, or another place with a key of its own that is kept apart.
    expect(row.byName).toBe(true)
  }
})

test('docs/providers.md names every row with its address, its key and where the address was published', () => {
  const docs = readFileSync(new URL('../../../../../docs/providers.md', import.meta.url), 'utf8').split('\n')
  for (const { name, endpoint, auth } of MORE_PROVIDERS) {
    const line = docs.find(each => each.startsWith('|') && each.includes(`| \`${name}\` |`)) ?? ''
    for (const { variable } of auth) expect(line, name).toContain(`\`${variable}\``)
    if (['openrouter', 'groq', 'mistral', 'deepseek', 'xai'].includes(name)) continue
    expect(line, name).toContain(`\`${endpoint.url || 'https://api.cloudflare.com/client/v4/accounts/'}`)
    expect(line, name).toMatch(/https:\/\/[^|`]+ \|$/)
  }
})
