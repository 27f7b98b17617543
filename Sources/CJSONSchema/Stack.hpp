#pragma once

#include <cstddef>
#include <functional>

namespace pl {

/// Thrown where going deeper would use more of the stack than was allowed.
struct StackShort {};

/// To be called on each level of a recursion that follows the depth of data.
void checkStack();

/// Runs `work` on this thread or, should it throw StackShort, once more on a thread with a large stack.
///
/// Whatever else `work` throws comes through. Throws StackShort where the large stack does not do either.
void withDeepStack(const std::function<void()> &work);

}  // namespace pl
