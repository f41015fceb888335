/** The choice of a model. */
export const modelEn = {
  title: 'Model',
  hint: 'Enter choose · ←→ effort · Esc close',
  effort: 'Effort:',
  chosen: (model: string) => `Switched to ${model}`,
  cacheLost: (tokens: string, model: string) =>
    `About ${tokens} tokens are cached for ${model}; another model will read them again at full price.`,
  /** Models of no provider in the list. */
  other: 'Other',
  free: 'free',
  running: 'running',
  keyless: 'no key needed',
  noKey: (variables: string) => `set ${variables} to use these`,
  account: (account: string, variables: string) =>
    `uses your ${account} account${variables === '' ? '' : `, or ${variables}`}`,
  notRunning: (url: string) => `not running at ${url}`,
  or: ' or ',
  more: (providers: number) =>
    `${providers} more provider${providers === 1 ? ' needs' : 's need'} a key, an account or a running server`,
}
