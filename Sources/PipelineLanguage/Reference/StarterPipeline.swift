import Values

/// The file that `pipeline init` writes.
package enum StarterPipeline {
  package static func text(named name: String) -> String {
    """
    pipeline: \(JSONValue.string(name).text())
    description: Who wrote what, asked for all at once and given back in order.

    inputs:
      users: { type: list, default: [1, 2, 3] }   # pipeline run -i 'users=[4, 5]' …

    clients:
      api:
        # An environment variable says where the real service is; --mock answers from the section below.
        baseURL: '${ $env.API_URL // "http://127.0.0.1:8080" }'

    types:                                        # JSON Schema; decode checks against it
      User:
        type: object
        required: [name]
        properties: { name: { type: string } }

    nodes:
      users:                                      # one request for each user, all at once
        - sequence: $inputs.users
        - fetch: '/users/${ . }'
        - decode: User
        - map: .name                              # expressions are jq
        - collect
      posts:
        - fetch: { get: /posts, query: { limit: 2 } }
        - expect: length <= 2
      page:                                       # starts as soon as both are there
        - zipMany: { users: users, posts: posts }
        - map: { authors: '${ .users }', titles: '${ [.posts[].title] }' }

    output: page

    mock:
      - get: /users/{id}
        reply: { delay: 50ms, json: { name: 'User ${ $request.path.id }' } }
      - get: /posts
        reply: { json: [{ title: First }, { title: Second }] }

    """
  }
}
