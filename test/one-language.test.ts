import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const { readAreas } = (await import(new URL('../scripts/one-language.mjs', import.meta.url).href)) as {
  readAreas(folder: string): readonly {
    readonly area: string
    readonly rows: readonly (readonly [string, unknown])[]
  }[]
}

const FOLDER = join(import.meta.dirname, '../src/protocol/messages')

interface Rows {
  readonly area: string
  readonly rows: Readonly<Record<string, { readonly en: unknown }>>
}

const isArea = (value: unknown): value is Rows =>
  typeof value === 'function' && 'area' in value && 'rows' in value

/** As the program knows it when it is not built. */
const inSource = async (): Promise<Readonly<Record<string, unknown>>> => {
  const found: Record<string, unknown> = {}
  for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(each =>
    /(?<!\.test)\.ts$/.test(each),
  )) {
    const exports: Readonly<Record<string, unknown>> = await import(join(FOLDER, name))
    for (const { area, rows } of Object.values(exports).filter(isArea))
      found[area] = Object.fromEntries(Object.entries(rows).map(([row, { en }]) => [row, en]))
  }
  return found
}

test('the built program has the English of every row that is not always said', async () => {
  const { layout, ...said } = await inSource()
  const built = readAreas(FOLDER).map(({ area, rows }) => [area, Object.fromEntries(rows)])
  expect(Object.fromEntries(built)).toEqual(said)
  expect(Object.keys(said).length).toBeGreaterThan(20)
  expect(layout).toBeDefined()
})
