import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { EFFORTS } from '../../../protocol/model.ts'
import type {
  ModelOverride,
  PriceSetting,
  ProviderOAuth,
  ProviderSetting,
} from '../../../protocol/provider-settings.ts'
import type { Settings } from '../../../protocol/settings.ts'
import {
  type Check,
  checkOf,
  complain,
  filledText,
  flag,
  listOf,
  mapOf,
  notNegative,
  oneOf,
  positive,
  shapeOf,
} from '../check.ts'
import type { DescribedRow } from './row.ts'

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
    currency: oneOf(['USD', 'CNY']),
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

/** What the provider calls the model, or what is known of it. */
const nameOrOverride: Check<string | ModelOverride> = checkOf(
  { anyOf: [modelOverride.schema, filledText.schema] },
  (value, place) => (typeof value === 'string' ? filledText(value, place) : modelOverride(value, place)),
)

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

/** Names, never keys: what stands in settings is shown, copied and synced. What was written instead is not said again. */
const keyNames = listOf<string>(
  checkOf({ type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' }, (value, place) =>
    typeof value === 'string' && /^[a-z_][a-z0-9_]{0,63}$/i.test(value)
      ? value
      : complain(place, settingsText('key_name')),
  ),
)

const provider = shapeOf<ProviderSetting>({
  protocol: oneOf(['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'bedrock', 'vertex']),
  baseUrl: filledText,
  apiKeyEnv: filledText,
  keys: keyNames,
  keyOrder: oneOf(['in-order', 'round-robin']),
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
    doc: { en: 'Model for new sessions', zh: '新会话使用的模型' },
    default: 'default',
    counts: 'next start',
    edit: { at: 40 },
  },
  {
    key: 'planModel',
    public: true,
    check: filledText,
    doc: {
      en: 'Model for plan mode; the work is done by `model`',
      zh: '规划模式使用的模型；执行由 `model` 完成',
    },
    counts: 'next start',
  },
  {
    key: 'fallbackModel',
    public: true,
    check: oneOrMoreModels,
    doc: {
      en: 'Up to three models to fall back to when the first is unavailable',
      zh: '首选模型无法回答时改用的模型，最多三个',
    },
    counts: 'next start',
  },
  {
    key: 'advisorModel',
    public: true,
    check: filledText,
    doc: {
      en: 'A second model that the first may ask for advice; `/advisor` changes it',
      zh: '主模型可以请教的另一个模型；用 `/advisor` 更改',
    },
    counts: 'next start',
    edit: { at: 275 },
  },
  {
    key: 'smallFastModel',
    public: true,
    check: filledText,
    doc: { en: 'Small, fast model for background requests', zh: '后台请求使用的小模型' },
    default: 'haiku',
    counts: 'next start',
    edit: { at: 280 },
  },
  {
    key: 'provider',
    public: true,
    check: filledText,
    doc: {
      en: 'Provider for models named without one: `anthropic`, `openai`, `ollama` … or one of `providers`',
      zh: '未指明提供商的模型由谁提供：anthropic、openai、ollama…… 或 providers 中的一个',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'providers',
    check: mapOf(provider),
    doc: {
      en: 'More providers, by name: protocol, base URL, variable or helper of the key, OAuth client, headers, models',
      zh: '更多提供商，按名称：协议、地址、密钥变量、请求头、模型',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'availableModels',
    public: true,
    check: modelList,
    doc: {
      en: 'Models you can choose: families (`opus`), id prefixes or ids; a managed list replaces all others',
      zh: '可选的模型：系列（opus）、编号前缀或编号；托管列表取代其他列表',
    },
    counts: 'next start',
  },
  {
    key: 'enforceAvailableModels',
    check: flag,
    doc: {
      en: "Also apply `availableModels` to the default model; if it isn't listed, the first entry is used",
      zh: '默认模型也须在 availableModels 中，否则使用其第一项',
    },
    default: false,
    counts: 'next start',
  },
  {
    key: 'effortLevel',
    public: true,
    check: filledText,
    doc: { en: 'Reasoning effort', zh: '模型的思考强度' },
    counts: 'next start',
    edit: { at: 50, choices: EFFORTS },
  },
  {
    key: 'alwaysThinkingEnabled',
    check: flag,
    doc: { en: 'Use extended thinking where the model has it', zh: '每次回答前先思考' },
    default: true,
    counts: 'next start',
    edit: { at: 60 },
  },
  {
    key: 'fastMode',
    check: flag,
    doc: {
      en: 'Fast mode: quicker answers for a higher price, with models that have it',
      zh: '快速模式：回答更快，价格更高',
    },
    default: false,
    // It costs: a folder does not decide about that.
    project: 'never',
    counts: 'next start',
    edit: { at: 75 },
  },
  {
    key: 'fastModePerSessionOptIn',
    check: flag,
    doc: {
      en: 'Sessions begin without fast mode, whatever `fastMode` says; /fast turns it on in one',
      zh: '会话开始时不使用快速模式，用 /fast 开启',
    },
    default: false,
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'models',
    check: mapOf(modelOverride),
    doc: {
      en: 'Models to add or change, by id: window, thinking, effort, price …',
      zh: '添加或更改模型，按编号：上下文窗口、思考、思考强度、价格……',
    },
    projectLimit: 'except `price` and `fast`',
    counts: 'next start',
  },
  {
    key: 'modelOverrides',
    check: mapOf(nameOrOverride),
    doc: {
      en: "The provider's own id of a model (an ARN, a deployment …), by the model's id; or the same as `models`",
      zh: '各模型的上下文窗口和价格',
    },
    projectLimit: 'except ids, `price` and `fast`',
    counts: 'next start',
  },
  {
    key: 'waitForLimit',
    check: oneOf(['ask', 'always', 'never']),
    doc: {
      en: 'At a usage limit that names its reset time: ask whether to wait, always wait, or stop',
      zh: '用量达到上限且已知重置时间时：询问是否等待、总是等待或停止',
    },
    default: 'ask',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'exchangeRates',
    check: shapeOf<NonNullable<Settings['exchangeRates']>>({ CNY: positive }),
    doc: {
      en: 'Yuan for a US dollar (default 6.8): costs and budgets count models listed in CNY at this rate',
      zh: '一美元兑换的人民币（默认 6.8）：以人民币标价的模型按此汇率计入费用和预算',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'apiKeyHelper',
    check: filledText,
    doc: { en: 'Command that prints the API key', zh: '输出模型密钥的命令' },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'awsAuthRefresh',
    check: filledText,
    doc: {
      en: 'Command that signs in to AWS again when credentials are missing or expired, e.g. `aws sso login`',
      zh: 'AWS 凭据缺失或过期时重新登录的命令',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'awsCredentialExport',
    check: filledText,
    doc: {
      en: 'Command that prints AWS credentials as JSON; its output is never shown',
      zh: '以 JSON 输出 AWS 凭据的命令',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'gcpAuthRefresh',
    check: filledText,
    doc: {
      en: 'Command that signs in to Google Cloud again when credentials are missing or expired',
      zh: 'Google Cloud 凭据缺失或过期时重新登录的命令',
    },
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
