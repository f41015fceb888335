import type { Settings } from '../../protocol/settings.ts'
import { atRate } from './currency.ts'
import { CNY_PER_USD } from './model-rows.ts'
import { MORE_ROWS } from './more-rows.ts'
import { OTHER_ROWS, type OtherRow } from './other-rows.ts'

/** All but the first provider's. */
export const ALL_ROWS: readonly OtherRow[] = [...OTHER_ROWS, ...MORE_ROWS]

/** The same with prices in USD at the person's own rates. */
export const rowsAtRates = ({ exchangeRates }: Pick<Settings, 'exchangeRates'>): readonly OtherRow[] => {
  const { CNY: perUsd = CNY_PER_USD } = exchangeRates ?? {}
  return perUsd === CNY_PER_USD
    ? ALL_ROWS
    : ALL_ROWS.map(row => ({ ...atRate(row, perUsd), provider: row.provider }))
}
