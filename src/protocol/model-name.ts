/** `-20250929`, `-2026-09-29`, `@20250929`, `-latest` and a resale's `-v1:0` name a release of the model before them. */
const RELEASE_SUFFIX = /(?:[-@]\d{8}|-\d{4}-\d{2}-\d{2}|-latest)?(?:-v\d+(?::\d+)?)?$/

/** Where a model can be bought besides its maker: `us.anthropic.claude-…`, `openrouter/anthropic/claude-…`. */
const RESALE_PREFIX =
  /^(?:(?:bedrock|vertex|foundry|openrouter)\/)?(?:(?:[a-z-]+\.)?anthropic[./])?(?=claude-)/

/** The name a row has, for an id as some shop or server writes it. */
export const baseOf = (id: string): string => {
  const base = id.toLowerCase().replace(RESALE_PREFIX, '').replace(RELEASE_SUFFIX, '')
  return base.startsWith('claude-') ? base.replaceAll('.', '-') : base
}
