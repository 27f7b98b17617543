/// One row for each edge case; the label before a row is only for people.
let joinTimelines = #"""
  zip-surplus zip A=1@0 2@0 |@0 ; B=a@5 b@6 => [1,a]@5 [2,b]@6 |@6 ~ B!6 // zip A=1@0 2@0 |@1 ; B=a@5 |@6 => [1,a]@5 |@6 // zip A=1@0 2@0 3@0 ; B=a@0 |@5 => [1,a]@0 |@5 ~ A!5 // zip A=seq[1,2,3,4] ; B=a@1 |@1 => [1,a]@1 |@1
  zip-empty zip A=|@3 ; B=never => |@3 ~ B!3 // zip A=never ; B=|@3 => |@3 ~ A!3 // zip A=|@3 ; B=|@3 => |@3 ~ B!3 // zip A=never ; B=a@1 ; C=|@2 => |@2 ~ A!2 B!2
  zip-lengths zip A=seq[1,2,3,4] ; B=seq[a,b] ; C=seq[x,y,z] => [1,a,x]@0 [2,b,y]@0 |@0 // zip A=1@0 2@1 3@2 |@3 ; B=a@0 b@0 c@0 d@0 |@0 => [1,a]@0 [2,b]@1 [3,c]@2 |@3
  zip-failure zip A=1@0 2@0 |@1 ; B=a@2 #e@3 => [1,a]@2 #e@3 // zip A=1@0 2@1 ; B=a@5 #e@6 => [1,a]@5 #e@6 ~ A!6 // zip A=#e@0 ; B=never => #e@0 ~ B!0
  zip-tie zip A=1@0 #e@2 ; B=a@0 #f@2 => [1,a]@0 #e@2 ~ B!2 // zip A=1@0 |@2 ; B=a@0 #e@2 => [1,a]@0 |@2 ~ B!2 // zip A=1@0 #e@2 ; B=a@2 => #e@2 ~ B!2 // zip A=1@2 ; B=a@0 #e@2 => [1,a]@2 #e@2 ~ A!2
  zip-one zip A=1@0 #e@1 => [1]@0 #e@1 // zip A=|@1 => |@1 // zip A=seq[1,2,3] ; D=^1@0 ^1@4 ^1@5 => [1]@0 [2]@4 [3]@5 |@5
  zip-twice zip(twice) A=1@0 2@1 |@2 => [1,1]@0 [2,2]@1 |@2 ~ A!2 subs(A)=2 // zip(twice) A=1@0 #e@1 => [1,1]@0 #e@1 ~ A!1
  zip-demand zip A=seq[1,2,3] ; B=seq[a,b,c] ; D=^1@0 ^1@5 ^1@9 => [1,a]@0 [2,b]@5 [3,c]@9 |@9 // zip A=1@0 2@0 3@0 |@0 ; B=a@0 b@0 c@0 |@0 ; D=^1@2 ^9@4 => [1,a]@2 [2,b]@4 [3,c]@4 |@4 // zip A=1@0 |@1 ; B=a@0 b@1 |@2 ; D=^9@7 => [1,a]@7 |@7 // zip A=1@0 2@0 |@1 ; B=a@0 #e@1 ; D=^1@5 ^1@9 => [1,a]@5 #e@5 ~ A!5 // zip A=never ; B=#e@3 ; D=^1@9 => #e@3 ~ A!3
  zip-cancel zip A=1@0 2@1 ; B=a@0 b@9 ; X=!@3 => [1,a]@0 ~ A!3 B!3 // zip A=1@0 |@1 ; B=a@0 b@9 ; X=!@1 => [1,a]@0 |@1 ~ B!1

  zip-errors-none zip(delayErrors) A=1@0 |@1 ; B=a@2 b@3 => [1,a]@2 |@2 ~ B!2 // zip(delayErrors) A=|@2 ; B=#f@5 => |@2 ~ B!2 // zip(delayErrors) => |@0
  zip-errors-one zip(delayErrors) A=1@0 #e@2 ; B=a@0 b@5 |@9 => [1,a]@0 #0e@9 // zip(delayErrors) A=1@0 2@0 |@1 ; B=a@0 #f@5 => [1,a]@0 #1f@5 // zip(delayErrors) A=1@0 2@1 |@9 ; B=#f@3 ; C=|@5 => #1f@9 // zip(delayErrors) A=1@0 #e@2 => [1]@0 #0e@2 // zip(delayErrors) A=1@0 2@1 ; B=a@0 #f@1 ; C=x@0 |@4 ; X=!@5 => [1,a,x]@0 ~ A!5
  zip-errors-all zip(delayErrors) A=1@0 #e@2 ; B=a@0 #f@5 => [1,a]@0 #0e+1f@5 // zip(delayErrors) A=#e@5 ; B=#f@2 => #0e+1f@5 // zip(delayErrors) A=#e@2 ; B=|@3 ; C=#g@2 => #0e+2g@3 // zip(delayErrors) A=#e@2 ; B=#f@2 => #0e+1f@2
  zip-errors-cancel zip(delayErrors) A=1@0 #e@1 ; B=a@0 b@2 c@9 ; X=!@5 => [1,a]@0 ~ B!5

  latest-conflated combineLatest A=1@0 2@1 3@2 |@9 ; B=a@5 b@6 |@7 => [3,a]@5 [3,b]@6 |@9 // combineLatest A=1@0 2@1 |@2 ; B=a@3 |@4 ; C=x@5 y@6 |@6 => [2,a,x]@5 [2,a,y]@6 |@6
  latest-empty combineLatest A=1@0 2@3 ; B=|@5 => |@5 ~ A!5 // combineLatest A=1@0 |@1 ; B=|@5 => |@5 // combineLatest A=never ; B=|@2 => |@2 ~ A!2 // combineLatest A=|@2 ; B=never => |@2 ~ B!2 // combineLatest A=never ; B=a@0 ; C=|@1 => |@1 ~ A!1 B!1
  latest-finish combineLatest A=1@0 |@1 ; B=a@0 b@2 c@3 |@9 => [1,a]@0 [1,b]@2 [1,c]@3 |@9 // combineLatest A=1@0 |@5 ; B=a@0 |@5 => [1,a]@0 |@5
  latest-tick combineLatest A=1@0 2@5 |@9 ; B=a@0 b@5 |@9 => [1,a]@0 [2,a]@5 [2,b]@5 |@9 // combineLatest A=1@0 2@0 3@0 |@9 ; B=a@0 b@0 |@9 => [3,a]@0 [3,b]@0 |@9 // combineLatest A=seq[1,2,3] ; B=seq[a,b,c] => [1,a]@0 [2,a]@0 [2,b]@0 [3,b]@0 [3,c]@0 |@0
  latest-failure combineLatest A=1@0 #e@2 ; B=a@5 => #e@2 ~ B!2 // combineLatest A=1@0 |@1 ; B=a@2 #e@4 => [1,a]@2 #e@4 // combineLatest A=1@0 |@1 ; B=#e@4 => #e@4
  latest-tie combineLatest A=1@0 2@4 ; B=a@0 #e@4 => [1,a]@0 [2,a]@4 #e@4 ~ A!4 // combineLatest A=1@0 #e@4 ; B=a@0 b@4 => [1,a]@0 #e@4 ~ B!4 // combineLatest A=1@0 #e@4 ; B=a@0 #f@4 => [1,a]@0 #e@4 ~ B!4 // combineLatest A=|@4 ; B=#f@4 => |@4 ~ B!4
  latest-one combineLatest A=1@0 2@1 |@2 => [1]@0 [2]@1 |@2 // combineLatest A=|@2 => |@2 // combineLatest A=1@0 #e@2 => [1]@0 #e@2
  latest-twice combineLatest(twice) A=1@0 2@1 |@2 => [1,1]@0 [2,1]@1 [2,2]@1 |@2 ~ subs(A)=2
  latest-demand combineLatest A=seq[1,2,3] ; B=seq[a,b] ; D=^1@0 ^1@1 ^1@2 ^9@3 => [1,a]@0 [2,a]@1 [2,b]@2 [3,b]@3 |@3 // combineLatest A=1@0 2@1 3@2 |@3 ; B=a@0 b@1 |@3 ; D=^1@0 ^3@5 => [1,a]@0 [2,a]@5 [2,b]@5 [3,b]@5 |@5 // combineLatest A=1@0 2@1 ; B=a@0 #e@2 ; D=^1@0 ^9@5 => [1,a]@0 [2,a]@5 #e@5 ~ A!2 // combineLatest A=never ; B=#e@3 ; D=^1@9 => #e@3 ~ A!3
  latest-cancel combineLatest A=1@0 2@1 ; B=a@0 b@9 ; X=!@3 => [1,a]@0 [2,a]@1 ~ A!3 B!3 // combineLatest A=1@0 2@1 ; B=a@0 |@2 ; D=^1@0 ^9@5 ; X=!@3 => [1,a]@0 ~ A!3

  latest-errors-none combineLatest(delayErrors) A=1@0 |@1 ; B=a@0 b@2 |@3 => [1,a]@0 [1,b]@2 |@3 // combineLatest(delayErrors) A=|@2 ; B=#f@5 => |@2 ~ B!2
  latest-errors-one combineLatest(delayErrors) A=1@0 #e@2 ; B=a@0 b@1 c@5 |@9 => [1,a]@0 [1,b]@1 #0e@9 // combineLatest(delayErrors) A=1@0 |@1 ; B=a@0 #f@5 => [1,a]@0 #1f@5 // combineLatest(delayErrors) A=#e@2 ; B=|@5 ; C=x@9 |@9 => #0e@9 // combineLatest(delayErrors) A=#e@2 => #0e@2
  latest-errors-all combineLatest(delayErrors) A=#e@5 ; B=#f@2 => #0e+1f@5 // combineLatest(delayErrors) A=1@0 #e@2 ; B=a@0 #f@2 => [1,a]@0 #0e+1f@2 // combineLatest(delayErrors) A=1@0 #e@3 ; B=a@0 b@1 #f@2 ; D=^1@0 ^9@7 => [1,a]@0 [1,b]@7 #0e+1f@7
  latest-errors-cancel combineLatest(delayErrors) A=1@0 #e@1 ; B=a@0 b@2 c@9 ; X=!@5 => [1,a]@0 ~ B!5

  merge-empty merge A=|@1 ; B=|@3 => |@3 // merge A=|@0 ; B=never ; C=3@1 ; X=!@2 => 3@1 ~ B!2 C!2 // merge A=1@1 |@1 => 1@1 |@1
  merge-tick merge A=1@0 3@5 |@5 ; B=2@0 4@5 |@5 => 1@0 2@0 3@5 4@5 |@5
  merge-failure merge A=|@0 ; B=2@1 #e@2 => 2@1 #e@2 // merge A=1@0 #e@2 ; B=2@0 #f@2 => 1@0 2@0 #e@2 ~ B!2 // merge A=1@0 #e@2 ; B=2@0 3@2 => 1@0 2@0 #e@2 ~ B!2 // merge A=1@0 2@2 ; B=#f@2 => 1@0 2@2 #f@2 ~ A!2
  merge-demand merge A=seq[1,2,3] ; B=seq[a,b,c] ; D=^1@0 ^1@1 ^1@2 ^1@3 ^1@4 ^1@5 => 1@0 a@1 2@2 b@3 3@4 c@5 |@5 // merge A=seq[1,2,3,4] ; B=seq[a,b] ; D=^2@0 ^4@5 => 1@0 2@0 a@5 b@5 3@5 4@5 |@5 // merge A=1@0 3@2 ; B=2@0 #e@1 ; D=^1@0 ^9@5 => 1@0 2@5 #e@5 ~ A!1 // merge A=1@0 |@1 ; B=2@0 |@1 ; D=^1@0 ^1@5 => 1@0 2@5 |@5 // merge A=#e@1 ; B=never ; D=^1@9 => #e@1 ~ B!1
  merge-cancel merge A=1@0 3@9 ; B=2@0 4@9 ; D=^1@0 ^1@5 ; X=!@3 => 1@0 ~ A!3 B!3
  merge-twice merge(twice) A=1@0 2@1 |@2 => 1@0 1@0 2@1 2@1 |@2 ~ subs(A)=2

  append-empty append => |@0 // append A=|@1 ; B=|@1 => |@2 // append A=|@1 ; B=|@2 ; C=7@1 |@1 => 7@4 |@4 // append A=1@0 |@1 => 1@0 |@1
  append-failure append A=#e@1 ; B=2@0 => #e@1 ~ subs(B)=0 // append A=1@0 |@0 ; B=#e@2 ; C=3@0 => 1@0 #e@2 ~ subs(C)=0
  append-demand append A=seq[1,2] ; B=seq[3,4] ; D=^3@0 ^1@5 => 1@0 2@0 3@0 4@5 |@5 // append A=1@0 |@1 ; B=2@0 |@1 ; D=^1@0 ^1@5 => 1@0 2@5 |@5 // append A=|@1 ; B=|@1 ; C=#e@1 ; D=^1@9 => #e@3
  append-cancel append A=1@0 |@1 ; B=2@5 3@9 ; X=!@7 => 1@0 2@6 ~ B!7 // append A=1@0 |@9 ; B=2@0 ; X=!@7 => 1@0 ~ A!7 subs(B)=0
  append-twice append(twice) A=1@0 |@1 => 1@0 1@1 |@2 ~ subs(A)=2

  race-win race A=1@3 2@4 |@5 ; B=a@1 b@6 |@7 => a@1 b@6 |@7 ~ A!1 // race A=1@2 |@3 ; B=a@2 => 1@2 |@3 ~ B!2 // race A=1@2 |@3 => 1@2 |@3
  race-out race A=|@1 ; B=a@5 |@6 => a@5 |@6 // race A=#e@1 ; B=a@5 |@6 => a@5 |@6 // race A=#e@1 ; B=|@5 => #e@5 // race A=|@1 ; B=|@2 => |@2 // race A=#e@5 ; B=#f@1 => #e@5 // race => |@0 // race A=1@0 #e@2 ; B=a@1 => 1@0 #e@2 ~ B!0
  race-demand race A=1@0 2@1 |@2 ; B=a@0 b@1 ; D=^1@3 ^9@5 => 1@3 2@5 |@5 ~ B!3 // race A=never ; B=seq[a,b] ; D=^1@0 ^1@4 => a@0 b@4 |@4 ~ A!0
  race-cancel race A=never ; B=1@4 2@9 ; X=!@5 => 1@4 ~ A!4 B!5

  share-zip share(zip) S=1@0 2@1 |@2 => [1,1]@0 [2,2]@1 |@2 ~ subs(S)=1 // share(zip) S=1@0 #e@1 => [1,1]@0 #e@1 ~ subs(S)=1 // share(zip) S=1@0 2@0 ; B=a@5 |@6 => [1,1,a]@5 |@6 ~ S!6 subs(S)=1
  share-latest share(combineLatest) S=1@0 2@1 |@2 => [1,1]@0 [2,1]@1 [2,2]@1 |@2 ~ subs(S)=1 // share(combineLatest) S=|@2 => |@2 ~ subs(S)=1
  share-merge share(merge) S=1@0 2@1 |@2 => 1@0 1@0 2@1 2@1 |@2 ~ subs(S)=1 // share(merge) S=1@0 #e@2 ; B=b@1 b@3 => 1@0 1@0 b@1 #e@2 ~ B!2 subs(S)=1
  share-race share(race) S=1@0 2@1 |@2 => 1@0 2@1 |@2 ~ subs(S)=1
  share-append share(append) S=1@0 2@1 |@2 => 1@0 2@1 1@2 2@2 |@2 ~ subs(S)=1 // share(append,1) S=1@0 2@0 3@0 |@9 => 1@0 2@9 3@9 1@9 2@9 3@9 |@9 // share(append,1) S=seq[1,2,3] => 1@0 2@0 3@0 1@0 2@0 3@0 |@0 // share(append) S=1@0 #e@2 => 1@0 #e@2 // share(append) S=1@0 2@9 ; X=!@5 => 1@0 ~ S!5
  share-demand share(zip,2) S=seq[1,2,3,4,5] ; D=^1@0 ^2@3 ^9@5 => [1,1]@0 [2,2]@3 [3,3]@3 [4,4]@5 [5,5]@5 |@5 // share(merge) S=seq[1,2] ; D=^1@0 ^1@1 ^1@2 ^1@3 => 1@0 1@1 2@2 2@3 |@3
  """#
