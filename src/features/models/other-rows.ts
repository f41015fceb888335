import { EFFORTS, type Effort, type ModelFacts, type Price } from '../../protocol/model.ts'
import { priceOf } from './model-rows.ts'

/** A row of a provider that is not the first: asked for as `provider/id`, or by its id alone. */
export interface OtherRow extends ModelFacts {
  readonly provider: string
}

const usd = (input: number, output: number, cacheRead = input * 0.1): Price =>
  priceOf({ input, output }, cacheRead)

/** A price that its maker lists up to a day, and the one from that day on. */
const until = (day: string, now: Price, later: Price): Price => (Date.now() < Date.parse(day) ? now : later)

/** Where no limit is published: as is assumed of any model. */
const ASSUMED_OUTPUT = 64_000

const UP_TO_HIGH: readonly Effort[] = ['low', 'medium', 'high']
const UP_TO_XHIGH: readonly Effort[] = [...UP_TO_HIGH, 'xhigh']

type Facts = Partial<ModelFacts>

/** Above 272,000 tokens all of a request costs twice as much to read and half as much again to write. */
const gpt = (id: string, price: Price | undefined, more: Facts = {}): OtherRow => ({
  id,
  provider: 'openai',
  window: 1_050_000,
  maxOutput: 128_000,
  thinking: 'adaptive',
  effort: UP_TO_XHIGH,
  documents: true,
  ...(price
    ? {
        price,
        longPrice: { above: 272_000, price: usd(price.input * 2, price.output * 1.5, price.cacheRead * 2) },
      }
    : {}),
  ...more,
})

const gemini = (id: string, price: Price): OtherRow => ({
  id,
  provider: 'gemini',
  window: 1_048_576,
  maxOutput: 65_536,
  thinking: 'adaptive',
  thinksByDefault: true,
  effort: UP_TO_HIGH,
  documents: true,
  price,
})

/** Models that think, or do not, without being asked. */
const plain = (provider: string, id: string, facts: Facts & Pick<ModelFacts, 'window'>): OtherRow => ({
  id,
  provider,
  maxOutput: ASSUMED_OUTPUT,
  thinking: 'none',
  effort: [],
  ...facts,
})

const ofGroq = (id: string, price: Price, more: Facts = {}): OtherRow =>
  plain('groq', id, { window: 131_072, maxOutput: 65_536, images: false, price, ...more })

const grok = (id: string, price: Price, more: Facts = {}): OtherRow => ({
  id,
  provider: 'xai',
  window: 500_000,
  maxOutput: ASSUMED_OUTPUT,
  thinking: 'adaptive',
  effort: UP_TO_XHIGH,
  price,
  longPrice: { above: 200_000, price: usd(price.input * 2, price.output * 2, price.cacheRead * 2) },
  ...more,
})

/** Runs on the person's own machine: free, with the window that the model was made for; it thinks as it was told to. */
const ofOwnMachine = (provider: string, id: string, facts: Facts & Pick<ModelFacts, 'window'>): OtherRow =>
  plain(provider, id, { maxOutput: 32_768, images: false, price: usd(0, 0), ...facts })

const FLASH = until('2027-01-01', usd(0.75, 3.75, 0.075), usd(1.5, 7.5, 0.15))
/** Open models with levels of effort. */
const OSS = { thinking: 'adaptive', effort: UP_TO_HIGH } as const

/**
 * As public pages listed them on 16 November 2026; USD per million tokens. From the makers' own pages (DeepSeek, at
 * its dearer peak price, Groq, Gemini 4 Argon, Grok 4.7, GLM), for the rest from dated pages of others that quote
 * them. Where sources disagree there is no price; settings can correct any row.
 */
export const OTHER_ROWS: readonly OtherRow[] = [
  gpt('gpt-6.1-sol', usd(2, 10, 0.1), { effort: EFFORTS }),
  gpt('gpt-6.1-terra', usd(1, 5), { effort: EFFORTS }),
  gpt('gpt-6-astra', usd(10, 50), { effort: EFFORTS }),
  gpt('gpt-6-sol', usd(2, 10), { effort: EFFORTS }),
  gpt('gpt-6-luna', usd(0.1, 0.5, 0.01), { effort: EFFORTS }),
  gpt('gpt-5.6-sol', undefined, { effort: EFFORTS }),
  gpt('gpt-5.6-terra', usd(2, 12)),
  gpt('gpt-5.6-luna', undefined),
  gpt('gpt-5.5', usd(5, 30)),
  gpt('gpt-5.4', usd(2.5, 15)),
  plain('openai', 'gpt-5.1', { ...OSS, window: 400_000, maxOutput: 128_000, price: usd(1.25, 10) }),
  plain('openai', 'gpt-5', { ...OSS, window: 400_000, maxOutput: 128_000, price: usd(1.25, 10) }),

  gemini('gemini-4-argon', until('2026-12-01', usd(2, 10, 0.1), usd(4, 20, 0.2))),
  gemini('gemini-3.8-flash', FLASH),
  gemini('gemini-3.7-flash', FLASH),
  gemini('gemini-3.6-flash', FLASH),
  gemini('gemini-3.5-flash', usd(1.5, 9)),
  gemini('gemini-3.5-flash-lite', usd(0.3, 2.5)),

  grok('grok-4.7', usd(2, 6, 0.5)),
  grok('grok-4.6', usd(2, 6, 0.5)),
  grok('grok-4.3', usd(1.25, 2.5, 0.2), { window: 1_000_000, maxOutput: 32_000, effort: UP_TO_HIGH }),

  plain('deepseek', 'deepseek-flash', {
    window: 1_000_000,
    maxOutput: 384_000,
    recommendedOutput: 32_000,
    price: usd(0.3, 1.2, 0.006),
  }),
  plain('deepseek', 'deepseek-v4-pro', {
    window: 1_000_000,
    maxOutput: 384_000,
    recommendedOutput: 32_000,
    images: false,
    price: usd(1.32, 3.96, 0.044),
  }),

  plain('mistral', 'mistral-medium-latest', { window: 256_000, price: usd(1.5, 7.5) }),
  plain('mistral', 'mistral-medium-3.5', { window: 256_000, price: usd(1.5, 7.5) }),
  plain('mistral', 'devstral-2512', { window: 256_000, images: false, price: usd(0.4, 2, 0.4) }),
  plain('mistral', 'zai-glm-5-3', { window: 1_000_000, images: false, price: usd(1.4, 4.4) }),
  plain('mistral', 'zai-glm-5-3-flash', { window: 1_000_000, price: usd(0.15, 0.5, 0.03) }),

  ofGroq('openai/gpt-oss-120b', usd(0.15, 0.6, 0.15), OSS),
  ofGroq('openai/gpt-oss-20b', usd(0.075, 0.3, 0.075), OSS),
  ofGroq('llama-3.3-70b-versatile', usd(0.59, 0.79, 0.59), { maxOutput: 32_768 }),

  plain('openrouter', 'z-ai/glm-5.3', {
    window: 1_048_576,
    maxOutput: 131_072,
    images: false,
    price: usd(1.4, 4.4, 0.26),
  }),
  plain('openrouter', 'moonshotai/kimi-k3', {
    window: 1_048_576,
    maxOutput: 131_072,
    price: usd(3, 15),
  }),
  gpt('openai/gpt-6.1-terra', usd(1, 5), { effort: EFFORTS, provider: 'openrouter' }),
  plain('openrouter', 'qwen/qwen3-coder', { window: 262_144, images: false }),

  ofOwnMachine('ollama', 'gpt-oss:20b', { window: 131_072 }),
  ofOwnMachine('ollama', 'gpt-oss:120b', { window: 131_072 }),
  ofOwnMachine('ollama', 'qwen3-coder:30b', { window: 262_144 }),
  ofOwnMachine('ollama', 'qwen3-vl:8b', { window: 262_144, images: true }),
  ofOwnMachine('lmstudio', 'openai/gpt-oss-20b', { window: 131_072 }),
  ofOwnMachine('lmstudio', 'qwen/qwen3-coder-30b', { window: 262_144 }),
  ofOwnMachine('vllm', 'openai/gpt-oss-20b', { window: 131_072 }),
  ofOwnMachine('vllm', 'openai/gpt-oss-120b', { window: 131_072 }),
  ofOwnMachine('vllm', 'Qwen/Qwen3-Coder-30B-A3B-Instruct', { window: 262_144 }),
]

/**
 * The same rows by the names that models are asked for with: `openai/gpt-x`, and `gpt-x` for the first that has it.
 * @param usual goes before the others: what names nobody goes there
 */
export const namedRows = (rows: readonly OtherRow[] = OTHER_ROWS, usual?: string): readonly ModelFacts[] => {
  const bare = new Map<string, OtherRow>()
  for (const row of rows)
    if (!row.id.includes('/') && (!bare.has(row.id) || row.provider === usual)) bare.set(row.id, row)
  return [...rows.map(row => ({ ...row, id: `${row.provider}/${row.id}` })), ...bare.values()]
}
