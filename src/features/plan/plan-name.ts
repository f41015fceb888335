import { createHash } from 'node:crypto'

const QUALITIES =
  'amber brave brisk calm clear copper crisp deep early even fair fine fleet glad golden green hardy keen kind late level light lively lucid mellow merry mild neat nimble noble open pale patient plain prompt proud quick quiet ready rosy round sharp silver sleek smooth sober solid spare steady still stout strong sunny swift tall tidy true vivid warm wide wise young'.split(
    ' ',
  )
const THINGS =
  'anchor ash badger beacon birch bridge brook canyon cedar cliff clover comet coral crane dawn delta dune eagle ember falcon fern finch fjord forest fox garden grove harbor hare heron hill island ivy juniper kestrel lagoon lantern lark lynx maple meadow mesa moss otter owl pine plover pond quarry raven reef ridge river robin sail spruce stone swan thistle tide valley willow wren'.split(
    ' ',
  )

/**
 * The file name of a session's plan: words a person can say, and enough of a digest that no two sessions share a plan.
 * The same session always has the same name, so a resumed one finds its plan again without anything being stored.
 */
export const planName = (sessionId: string): string => {
  const digest = createHash('sha256').update(sessionId).digest()
  const pick = (words: readonly string[], at: number): string =>
    words[(digest[at] ?? 0) % words.length] ?? 'plan'
  return `${pick(QUALITIES, 0)}-${pick(QUALITIES, 1)}-${pick(THINGS, 2)}-${digest.toString('hex', 3, 9)}.md`
}
