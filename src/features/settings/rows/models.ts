import { EFFORTS } from '../../../protocol/model.ts'
import type {
  ModelOverride,
  PriceSetting,
  ProviderOAuth,
  ProviderSetting,
} from '../../../protocol/settings.ts'
import {
  type Check,
  checkOf,
  filledText,
  flag,
  listOf,
  mapOf,
  notNegative,
  oneOf,
  positive,
  shapeOf,
} from '../check.ts'
import type { SettingRow } from './row.ts'

const modelList = listOf(filledText)
const oneOrMoreModels: Check<string | readonly string[]> = checkOf(
  { anyOf: [filledText.schema, modelList.schema] },
  (value, place) => (Array.isArray(value) ? modelList(value, place) : filledText(value, place)),
)

const price = shapeOf<PriceSetting>(
  {
    input: notNegative,
    output: notNegative,
    cacheRead: notNegative,
    cacheWrite5m: notNegative,
    cacheWrite1h: notNegative,
  },
  ['input', 'output'],
)

const modelOverride = shapeOf<ModelOverride>({
  window: positive,
  maxOutput: positive,
  thinking: oneOf(['adaptive', 'budget', 'none']),
  hidesThinking: flag,
  effort: listOf(oneOf(EFFORTS)),
  documents: flag,
  images: flag,
  tools: oneOf(['text']),
  taskBudget: flag,
  price,
  fast: price,
})

const oauth = shapeOf<ProviderOAuth>(
  {
    clientId: filledText,
    clientSecretEnv: filledText,
    issuer: filledText,
    authorizationEndpoint: filledText,
    tokenEndpoint: filledText,
    deviceEndpoint: filledText,
    revocationEndpoint: filledText,
    scopes: listOf(filledText),
    redirectUri: filledText,
    params: mapOf(filledText),
    tokenUse: oneOf(['bearer', 'key']),
  },
  ['clientId'],
)

const provider = shapeOf<ProviderSetting>({
  protocol: oneOf(['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'bedrock', 'vertex']),
  baseUrl: filledText,
  apiKeyEnv: filledText,
  apiKeyHelper: filledText,
  oauth,
  headers: mapOf(filledText),
  models: listOf(
    shapeOf<NonNullable<ProviderSetting['models']>[number]>(
      {
        id: filledText,
        window: positive,
        maxOutput: positive,
        documents: flag,
        images: flag,
        tools: oneOf(['text']),
        price,
      },
      ['id'],
    ),
  ),
})

export const modelRows = [
  {
    key: 'model',
    public: true,
    check: filledText,
    doc: 'Model for new sessions',
    default: 'default',
    counts: 'next start',
    edit: { at: 40 },
  },
  {
    key: 'fallbackModel',
    public: true,
    check: oneOrMoreModels,
    doc: 'Up to three models to fall back to when the first is unavailable',
    counts: 'next start',
  },
  {
    key: 'smallFastModel',
    public: true,
    check: filledText,
    doc: 'Small, fast model for background requests',
    default: 'haiku',
    counts: 'next start',
    edit: { at: 280 },
  },
  {
    key: 'provider',
    public: true,
    check: filledText,
    doc: 'Provider for models named without one: `anthropic`, `openai`, `ollama` … or one of `providers`',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'providers',
    check: mapOf(provider),
    doc: 'More providers, by name: protocol, base URL, variable or helper of the key, OAuth client, headers, models',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'availableModels',
    public: true,
    check: modelList,
    doc: 'Models you can choose: families (`opus`), id prefixes or ids; a managed list replaces all others',
    counts: 'next start',
  },
  {
    key: 'enforceAvailableModels',
    check: flag,
    doc: "Also apply `availableModels` to the default model; if it isn't listed, the first entry is used",
    default: false,
    counts: 'next start',
  },
  {
    key: 'effortLevel',
    public: true,
    check: filledText,
    doc: 'Reasoning effort',
    counts: 'next start',
    edit: { at: 50, choices: EFFORTS },
  },
  {
    key: 'alwaysThinkingEnabled',
    check: flag,
    doc: 'Use extended thinking where the model has it',
    default: true,
    counts: 'next start',
    edit: { at: 60 },
  },
  {
    key: 'fastMode',
    check: flag,
    doc: 'Fast mode: quicker answers for a higher price, with models that have it',
    default: false,
    // It costs: a folder does not decide about that.
    project: 'never',
    counts: 'next start',
    edit: { at: 75 },
  },
  {
    key: 'fastModePerSessionOptIn',
    check: flag,
    doc: 'Sessions begin without fast mode, whatever `fastMode` says; /fast turns it on in one',
    default: false,
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'models',
    check: mapOf(modelOverride),
    doc: 'Models to add or change, by id: window, thinking, effort, price …',
    projectLimit: 'except `price` and `fast`',
    counts: 'next start',
  },
  {
    key: 'modelOverrides',
    check: mapOf(modelOverride),
    doc: 'Same as `models`, which takes precedence',
    projectLimit: 'except `price` and `fast`',
    counts: 'next start',
  },
  {
    key: 'apiKeyHelper',
    check: filledText,
    doc: 'Command that prints the API key',
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly SettingRow[]
