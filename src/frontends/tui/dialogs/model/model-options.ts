import { escapeLine } from '../../../../lib/escape-text.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import type { CacheReport } from '../../../../protocol/cache.ts'
import { EFFORTS, type Effort } from '../../../../protocol/model.ts'
import type { Queries } from '../../../../protocol/query.ts'
import type { Option } from '../../widgets/widget-props.ts'

/** Each model once, the one in use marked. */
export const modelOptions = (models: Queries['models'], current: string): readonly Option<string>[] => {
  const rows = [...new Map(models.map(model => [model.value, model])).values()].map(
    ({ value, displayName, description }) => ({ value, name: escapeLine(displayName, 60), description }),
  )
  const widest = Math.max(0, ...rows.map(({ name }) => textWidth(name)))
  return rows.map(({ value, name, description }) => ({
    value,
    // What follows stands in a column.
    label: `${value === current ? '✓' : ' '} ${name}${' '.repeat(widest - textWidth(name))}`,
    detail: escapeLine(description, 120),
  }))
}

/** How long a provider keeps what it has read, unless it says otherwise. */
const WARM_MS = 5 * 60_000

/** Tokens of the conversation that the model in use has in its cache now: another one would read them anew. */
export const warmTokens = ({ requests }: CacheReport, now: number): number => {
  const last = requests.findLast(line => line.source === 'main')
  if (!last || now - Date.parse(last.at) > WARM_MS) return 0
  const cached = last.cacheRead + last.cacheWrite
  return cached === 0 ? 0 : cached + last.input
}

const LEVELS: readonly (Effort | undefined)[] = [undefined, ...EFFORTS]

/** The next level in that direction; undefined is the default of the model. */
export const stepEffort = (effort: Effort | undefined, step: 1 | -1): Effort | undefined =>
  LEVELS[Math.max(0, Math.min(LEVELS.length - 1, LEVELS.indexOf(effort) + step))]
