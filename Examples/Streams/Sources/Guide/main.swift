// Each example of docs/streams.md is one function; what they print is on the page, in this order.

firstStream()
orderedRequests()
joins()
sharing()
failures()
demand()
ownSource()
marks()
