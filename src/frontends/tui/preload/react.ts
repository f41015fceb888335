/** A module of its own, so that it can be loaded before and apart from what needs it. */
export { createElement } from 'react'
