/** Something in a text that is a credential by its form. */
export interface FoundSecret {
  /** What it looks like, in a few words. */
  readonly kind: string
  /** 1-based. */
  readonly line: number
}

interface Form {
  readonly kind: string
  /** Every repetition has an upper bound, so that no text makes a search slow. */
  readonly pattern: RegExp
}

const form = (kind: string, pattern: RegExp): Form => ({ kind, pattern })

/** Issuers mark their keys with a prefix; the length tells a key from a word that begins the same way. */
const PREFIXED: readonly Form[] = [
  form('a private key', /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g),
  form('a private key', /\bAGE-SECRET-KEY-1[0-9A-Z]{50,60}/g),
  form('an Anthropic key', /\bsk-ant-[a-z0-9]{2,12}-[\w-]{20,200}/g),
  form('an OpenRouter key', /\bsk-or-v1-[0-9a-f]{32,64}/g),
  form('an OpenAI key', /\bsk-(?:proj|svcacct|admin)-[\w-]{20,250}/g),
  form('an API key', /\bsk-[A-Za-z0-9]{32,100}\b/g),
  form('a Groq key', /\bgsk_[A-Za-z0-9]{40,100}\b/g),
  form('an xAI key', /\bxai-[A-Za-z0-9]{60,100}\b/g),
  form('a Replicate token', /\br8_[A-Za-z0-9]{37}\b/g),
  form('a Hugging Face token', /\bhf_[A-Za-z0-9]{34}\b/g),
  form('a GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36,255}/g),
  form('a GitHub token', /\bgithub_pat_[A-Za-z0-9_]{50,100}/g),
  form('a GitLab token', /\bgl(?:pat|dt|rt|oas|cbt|ptt|ft|imt|agent|soat)-[\w-]{20,60}/g),
  form('an AWS access key', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g),
  form('a Google API key', /\bAIza[\w-]{35}/g),
  form('a Google client secret', /\bGOCSPX-[\w-]{28}/g),
  form('a Google access token', /\bya29\.[\w-]{50,500}/g),
  form('a Slack token', /\bxox[abeoprs]-(?=[\w-]{0,40}\d)[A-Za-z0-9-]{20,200}/g),
  form('a Slack token', /\bxapp-\d-[A-Z0-9]{5,20}-\d{5,20}-[0-9a-f]{20,80}/g),
  form('a Slack webhook', /\bhooks\.slack\.com\/services\/T\w{6,14}\/B\w{6,14}\/\w{16,32}/g),
  form('a Discord webhook', /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/[\w-]{40,100}/g),
  form('a Telegram bot token', /\b\d{8,10}:AA[\w-]{33}\b/g),
  form('a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{20,150}/g),
  form('a webhook secret', /\bwhsec_[A-Za-z0-9+/]{32,100}/g),
  form('an npm token', /\bnpm_[A-Za-z0-9]{36}\b/g),
  form('a PyPI token', /\bpypi-AgEIcHlwaS5vcmc[\w-]{40,250}/g),
  form('a SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}/g),
  form('a DigitalOcean token', /\bdo[opr]_v1_[0-9a-f]{64}\b/g),
  form('a Databricks token', /\bdapi[0-9a-f]{32}\b/g),
  form('a Shopify token', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g),
  form('a Linear key', /\blin_api_[A-Za-z0-9]{40}\b/g),
  form('a Notion token', /\bntn_[A-Za-z0-9]{40,60}\b/g),
  form('a Vault token', /\bhv[bs]\.[\w-]{24,200}/g),
  form('a JSON web token', /\beyJ[\w-]{10,1000}\.eyJ[\w-]{10,1000}\.[\w-]{10,1000}/g),
  form('an Azure storage key', /\bAccountKey=[A-Za-z0-9+/]{80,90}==/g),
]

/** Here the name beside it says that the value is one; it has to look the part. */
const NAMED: readonly Form[] = [
  form('a bearer token', /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?bearer\s{1,3}([\w.~+/-]{20,500})/gi),
  form('a password in an address', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,100}:([^\s@/]{6,200})@/gi),
  form(
    'a password or key',
    /(?:passw(?:or)?d|secret(?:_?access)?(?:_?key)?|api[_-]?key|access[_-]?key|auth[_-]?token|access[_-]?token)["'`]?\s{0,3}(?:[:=]|is)\s{0,3}["'`]?([A-Za-z0-9_+/=.~!@#$%^&-]{16,200})/gi,
  ),
]

const PLACEHOLDER =
  /example|placeholder|redacted|your[_-]?|changeme|x{4,}|\*{3,}|\.{3}|<|>|\$\{|\{\{|0{8,}|1234567/i
const FEWEST_CHARACTERS = 6
const NAMED_ENTROPY = 3.2

/** Credentials that can be told by their form, in the order of the text. Made-up samples do not count. */
export const findSecrets = (text: string): readonly FoundSecret[] => {
  const found: { readonly kind: string; readonly at: number }[] = []
  for (const { kind, pattern } of PREFIXED)
    for (const match of text.matchAll(pattern))
      if (match[0].startsWith('-----') || !isSample(match[0])) found.push({ kind, at: match.index })
  for (const { kind, pattern } of NAMED)
    for (const match of text.matchAll(pattern))
      if (looksRandom(match[1] ?? '', kind)) found.push({ kind, at: match.index })
  return found.sort((a, b) => a.at - b.at).map(({ kind, at }) => ({ kind, line: lineOf(text, at) }))
}

const isSample = (match: string): boolean =>
  PLACEHOLDER.test(match) || new Set(match.slice(-16)).size < FEWEST_CHARACTERS

/** A password in an address may be weak; any other value must mix letters with digits as words do not. */
const looksRandom = (value: string, kind: string): boolean => {
  if (PLACEHOLDER.test(value)) return false
  if (kind === 'a password in an address')
    return !/^(?:password|passwd|secret|token|pass)\d{0,3}$/i.test(value)
  const digits = value.replace(/\D/g, '').length
  const mixed = /[a-z]/.test(value) && /[A-Z]/.test(value)
  // Paths and names are made of words and numbers; in a key they run into each other.
  const fused = value
    .split(/[-_/.]/)
    .some(part => part.length >= 6 && /\d/.test(part) && /[A-Za-z]/.test(part))
  return fused && digits >= (mixed ? 2 : 4) && entropy(value) >= NAMED_ENTROPY
}

/** Bits per character. */
const entropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length
    return sum - share * Math.log2(share)
  }, 0)
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length
