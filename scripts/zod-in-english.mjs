// Leaves out of the schema library what it says in sixty languages, a quarter of a megabyte that nobody asks for: ours are
// English and, imported by name, Chinese. Whoever takes the library as an object takes all of it.
export const zodInEnglish = {
  name: 'zod-in-english',
  setup(builder) {
    builder.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}
