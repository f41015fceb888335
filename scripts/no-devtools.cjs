// Stands in for `react-devtools-core` in the bundle: the program never connects to developer tools.
module.exports = { initialize: () => {}, connectToDevTools: () => {} }
