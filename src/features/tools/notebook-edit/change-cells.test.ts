import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeCells } from './change-cells.ts'
import { jsonElements, jsonMembers } from './json-spans.ts'

const json = fc.jsonValue({ maxDepth: 2 })
const metadata = fc.dictionary(fc.string(), json, { maxKeys: 3 })
const layout = fc.constantFrom<string | number>('', 1, 2, '\t')

test('the spans of members and elements hold exactly their values', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), fc.array(json), layout, (object, list, space) => {
      const text = JSON.stringify(object, null, space)
      const members = jsonMembers(text, 0).map(({ key, start, end }) => [
        key,
        JSON.parse(text.slice(start, end)),
      ])
      expect(members).toEqual(Object.entries(JSON.parse(text) as object))
      const array = JSON.stringify(list, null, space)
      expect(jsonElements(array, 0).map(({ start, end }) => JSON.parse(array.slice(start, end)))).toEqual(
        JSON.parse(array),
      )
    }),
  )
})

interface Cell {
  readonly cell_type: string
  readonly source: readonly string[]
}

const notebook = fc.record({
  cells: fc.array(
    fc.record({
      cell_type: fc.constantFrom('code', 'markdown'),
      metadata,
      source: fc.array(fc.string(), { maxLength: 4 }),
      outputs: fc.array(json, { maxLength: 3 }),
      execution_count: fc.constantFrom(null, 1),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  metadata,
  nbformat: fc.constant(4),
})

test('whatever a notebook holds, a change reaches its cell and no other', () => {
  fc.assert(
    fc.property(notebook, layout, fc.nat(), fc.string(), (content, space, pick, source) => {
      const text = JSON.stringify(content, null, space)
      const before = JSON.parse(text) as { cells: Cell[] }
      const index = pick % before.cells.length
      const type = before.cells[index]?.cell_type === 'code' ? 'code' : 'markdown'
      const replaced = JSON.parse(changeCells(text, { mode: 'replace', index, source, type }))
      expect(replaced.cells[index].source.join('')).toBe(source)
      expect(replaced.cells.toSpliced(index, 1)).toEqual(before.cells.toSpliced(index, 1))
      const inserted = changeCells(text, { mode: 'insert', index, source, type: 'code', id: 'new' })
      expect(JSON.parse(inserted).cells[index]).toMatchObject({ id: 'new' })
      // Taking the new cell out again gives the very same text.
      expect(changeCells(inserted, { mode: 'delete', index })).toBe(text)
      const deleted = JSON.parse(changeCells(text, { mode: 'delete', index }))
      expect(deleted).toEqual({ ...before, cells: before.cells.toSpliced(index, 1) })
    }),
    { numRuns: 300 },
  )
})
