import type { ListedPrice, ModelFacts, Price } from '../../protocol/model.ts'
import { CNY_PER_USD, priceOf } from './model-rows.ts'

/** Nothing is charged for what is written to a cache there. */
export const inUsd = ({ input, output, cacheRead }: ListedPrice, perUsd: number): Price =>
  priceOf({
    input: input / perUsd,
    output: output / perUsd,
    cacheRead: cacheRead / perUsd,
    cacheWrite5m: input / perUsd,
    cacheWrite1h: input / perUsd,
  })

/** The same model with its price in USD at the person's own rate. */
export const atRate = (facts: ModelFacts, perUsd: number): ModelFacts => {
  const { listed, longPrice } = facts
  if (!listed) return facts
  const longer = longPrice && scaled(longPrice.price, CNY_PER_USD / perUsd)
  return {
    ...facts,
    price: inUsd(listed, perUsd),
    ...(longPrice && longer ? { longPrice: { above: longPrice.above, price: longer } } : {}),
  }
}

const scaled = (price: Price, by: number): Price => ({
  input: price.input * by,
  output: price.output * by,
  cacheRead: price.cacheRead * by,
  cacheWrite5m: price.cacheWrite5m * by,
  cacheWrite1h: price.cacheWrite1h * by,
})
