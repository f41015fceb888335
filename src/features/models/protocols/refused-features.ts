import { featureText } from '../../../protocol/messages/host/model-features.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { ModelRequest } from '../../../protocol/model.ts'
import { withoutImages } from '../without-images.ts'
import { allowedOutput } from './allowed-output.ts'

/** What of a request a server may not take although its protocol has it. */
export type Feature =
  | 'tools'
  | 'images'
  | 'usage'
  | 'effort'
  | 'sealed'
  | 'limit_name'
  | 'temperature'
  | 'tool_choice'

/** How servers of the field say it, the most exact first. */
const SAID: readonly (readonly [Feature, RegExp])[] = [
  ['usage', /stream_options|include_usage/i],
  [
    'limit_name',
    /(?:unsupported|not supported|unknown|unrecognized|unexpected|extra|invalid|not permitted)[^.]{0,80}max_(?:completion_)?tokens|max_(?:completion_)?tokens['"`]? (?:is |are )?(?:not supported|unsupported|not permitted|not allowed|deprecated)|use ['"`]?max_(?:completion_)?tokens/i,
  ],
  ['sealed', /encrypted content is not supported|reasoning\.encrypted_content/i],
  [
    'tool_choice',
    /tool_choice[^.]{0,60}(?:not supported|unsupported|unknown|invalid|not permitted|only)|(?:unsupported|unknown|extra)[^.]{0,40}tool_choice/i,
  ],
  [
    'tools',
    /(?:does(?: not|n't) support|do not support|no support for|no endpoints found that support) (?:tools?|function|tool use|tool calling)|(?:tools?|function calling|tool (?:use|calling|calls))['"`]? (?:is|are) (?:not|un)[ -]?(?:supported|available|enabled)|"auto" tool choice requires|tools param requires|enable-auto-tool-choice/i,
  ],
  [
    'images',
    /(?:does(?: not|n't) support|do not support|no endpoints found that support|cannot (?:read|process|handle)) (?:image|vision|multi-?modal|picture)|(?:image|vision|image_url|multimodal)(?: input| content|s)?['"`]? (?:is|are) (?:not|un)[ -]?(?:supported|available|enabled)|not a multimodal model|unknown variant [`'"]image_url|expected [`'"]?text[`'"]?[^.]{0,40}image_url|mmproj/i,
  ],
  [
    'effort',
    /(?:does(?: not|n't) support|do not support) (?:thinking|reasoning)|reasoning[_.]effort|reasoning_content|thinking[_ ]?(?:level|budget|config|is not)|(?:unsupported|unknown|unrecognized|extra)[^.]{0,40}['"`]reasoning/i,
  ],
  [
    'temperature',
    /temperature[^.]{0,60}(?:not support|unsupported|does not|deprecated|not permitted)|unsupported[^.]{0,40}temperature/i,
  ],
]

const refusedFeature = (message: string): Feature | undefined =>
  SAID.find(([, said]) => said.test(message))?.[0]

/** What a server was found not to take, by model, for as long as the session lasts. */
export class RefusedFeatures {
  readonly #known = new Map<string, Set<Feature>>()
  /** How long a reply may be, where the server said so. */
  readonly #output = new Map<string, number>()

  has(request: Pick<ModelRequest, 'model'>, feature: Feature): boolean {
    return this.#known.get(request.model)?.has(feature) ?? false
  }

  /** The request without what is the same in every protocol. */
  strip(request: ModelRequest): ModelRequest {
    const most = this.#output.get(request.model)
    if (most !== undefined && most < request.maxTokens) return this.strip({ ...request, maxTokens: most })
    if (!this.#known.has(request.model)) return request
    const { temperature, toolChoice, effort, thinking, ...rest } = request
    return {
      ...rest,
      ...(this.has(request, 'images') ? { messages: withoutImages(request.messages, request.language) } : {}),
      ...(temperature === undefined || this.has(request, 'temperature') ? {} : { temperature }),
      ...(toolChoice === undefined || this.has(request, 'tool_choice') ? {} : { toolChoice }),
      ...(effort === undefined || this.has(request, 'effort') ? {} : { effort }),
      ...(thinking === undefined || this.has(request, 'effort') ? {} : { thinking }),
    }
  }

  /** Remembers what a refusal was about, if it can be done without and is new; says it for the person. */
  learn(
    request: ModelRequest,
    { message, uses }: { readonly message: string; readonly uses: (feature: Feature) => boolean },
  ): LocalizedText | undefined {
    const most = allowedOutput(message, request.maxTokens)
    if (most !== undefined && most < (this.#output.get(request.model) ?? request.maxTokens)) {
      this.#output.set(request.model, most)
      return featureText('output_limit', { model: request.model, tokens: most })
    }
    const feature = refusedFeature(message)
    if (feature === undefined || this.has(request, feature) || !uses(feature)) return undefined
    const known = this.#known.get(request.model) ?? new Set()
    this.#known.set(request.model, known.add(feature))
    return featureText(feature, { model: request.model })
  }
}

/** Whether a request has what its server refused: else the refusal is about something else. */
export const usesFeature = (request: ModelRequest, feature: Feature): boolean => {
  const { effort, thinking } = request
  switch (feature) {
    case 'tools':
      return request.tools.length > 0
    case 'images':
      return hasImages(request)
    case 'effort':
      return effort !== undefined || (thinking !== undefined && thinking.type !== 'disabled')
    case 'temperature':
      return request.temperature !== undefined
    case 'tool_choice':
      return request.toolChoice !== undefined
    // Of these only a protocol knows.
    case 'usage':
    case 'sealed':
    case 'limit_name':
      return true
  }
}

const hasImages = ({ messages }: ModelRequest): boolean =>
  messages.some(({ content }) =>
    content.some(
      block =>
        block.type === 'image' ||
        (block.type === 'tool_result' &&
          typeof block.content !== 'string' &&
          block.content.some(({ type }) => type === 'image')),
    ),
  )
