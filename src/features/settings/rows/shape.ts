import { type Check, shapeOf } from '../check.ts'
import type { SettingRow } from './row.ts'

interface Branch {
  [name: string]: Branch | SettingRow['check']
}

/** The check of a whole file: dotted keys become objects within objects. */
export const shapeOfRows = (rows: readonly Pick<SettingRow, 'key' | 'check'>[]): Check<object> => {
  const root: Branch = {}
  for (const { key, check } of rows) {
    const path = key.split('.')
    const last = path.pop() ?? key
    let at = root
    for (const name of path) {
      const next = at[name] ?? {}
      if (typeof next === 'function') throw new Error(`${key} lies within another setting.`)
      at[name] = next
      at = next
    }
    at[last] = check
  }
  return shapeOfBranch(root)
}

const shapeOfBranch = (branch: Branch): Check<object> =>
  shapeOf<Readonly<Record<string, object | string | number | boolean>>>(
    Object.fromEntries(
      Object.entries(branch).map(([name, at]) => [name, typeof at === 'function' ? at : shapeOfBranch(at)]),
    ),
  )
