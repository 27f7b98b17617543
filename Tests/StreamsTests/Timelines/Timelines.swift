/// The timelines of the operators. Notation: `v@t` a value at virtual ms t, `|@t` the end, `#e@t` a failure. A, B, … are
/// scripts in declared order, `seq[…]` a cold source; `I<k>` is the inner stream for outer value k, its times counted
/// from its start; `H` a handler's stream, `A1 A2 …` successive attempts. `D=^n@t` grants credit (otherwise unlimited),
/// `X=!@t` cancels. After `~`: the exact set of upstream cancels. ` // ` divides cases.
let timelines = #"""
  01 just(7) => 7@0 |@0 // seq[1,2,3] D=^2@0 ^1@5 => 1@0 2@0 3@5 |@5 // seq[] D=^1@9 => |@0
  02 map(x*10) A=1@0 2@3 |@4 => 10@0 20@3 |@4
  03 tryMap(throw=2) A=1@0 2@3 3@5 |@6 => 1@0 #bad@3 ~ A!3
  04 filter(odd) A=seq[2,4,5,6,7] ; D=^1@0 ^1@9 => 5@0 7@9 |@9
  05 zip A=1@0 2@2 |@3 ; B=a@1 b@4 |@5 => [1,a]@1 [2,b]@4 |@4 ~ B!4
  06 zip A=1@0 |@1 ; B=a@0 b@2 c@4 |@9 => [1,a]@0 |@1 ~ B!1
  08 zip A=1@0 2@0 3@0 |@0 ; B=a@5 b@6 c@9 => [1,a]@5 [2,b]@6 [3,c]@9 |@9 ~ B!9
  09 zip A=1@0 2@1 #e@2 ; B=a@3 => #e@2 ~ B!2 // zip A=1@0 |@1 ; B=#e@1 => #e@1
  11 zip => |@0 // zip A=seq[1,2,3] ; B=seq[4,5] ; D=^1@0 ^9@5 => [1,4]@0 [2,5]@5 |@5 // zip A=1@0 2@3 |@4 => [1]@0 [2]@3 |@4
  12 combineLatest A=1@0 2@4 |@5 ; B=a@2 b@6 |@7 => [1,a]@2 [2,a]@4 [2,b]@6 |@7
  13 combineLatest A=1@0 2@1 3@2 |@3 ; B=a@5 |@6 => [3,a]@5 |@6
  14 combineLatest A=|@1 ; B=a@0 b@3 |@9 => |@1 ~ B!1 // combineLatest => |@0
  15 combineLatest A=1@0 #e@3 ; B=a@1 b@4 => [1,a]@1 #e@3 ~ B!3
  17 merge A=1@0 3@4 |@5 ; B=2@1 4@4 |@8 => 1@0 2@1 3@4 4@4 |@8
  18 merge A=|@0 ; B=2@1 |@2 => 2@1 |@2 // merge => |@0
  19 merge A=1@0 #e@2 ; B=2@1 3@2 4@3 => 1@0 2@1 #e@2 ~ B!2 // merge A=2@1 3@2 4@3 ; B=1@0 #e@2 => 1@0 2@1 3@2 #e@2 ~ A!2
  20 flatMap A=1@0 2@1 |@2 ; I1=10@5 |@6 ; I2=20@1 21@2 |@3 => 20@2 21@3 10@5 |@6
  21 flatMap A=1@0 2@0 3@3 ; I1=10@1 11@9 |@9 ; I2=#e@2 ; I3=30@0 => 10@1 #e@2 ~ I1!2 A!2
  23 concatMap A=1@0 2@1 |@2 ; I1=10@5 |@6 ; I2=20@1 |@3 => 10@5 20@7 |@9 // append A=1@0 |@1 ; B=2@0 |@1 => 1@0 2@1 |@2 // append A=1@0 #e@1 ; B=2@0 => 1@0 #e@1
  24 orderedFlatMap(2) A=1@0 2@0 3@0 |@0 ; I1=10@5 |@5 ; I2=20@1 |@1 ; I3=30@1 |@1 => 10@5 20@5 30@5 |@5
  26 switchMap A=1@0 2@3 |@4 ; I1=10@1 11@2 12@5 |@6 ; I2=20@1 |@2 => 10@1 11@2 20@4 |@5 ~ I1!3
  28 collect A=|@3 => []@3 |@3 // collect(2) A=1@0 2@1 3@2 |@4 => [1,2]@1 [3]@4 |@4 // collect(2) A=1@0 2@1 3@2 #e@4 => [1,2]@1 #e@4
  29 scan(0) A=1@0 2@1 3@2 |@3 => 1@0 3@1 6@2 |@3 // scan(0) A=|@2 => |@2
  30 reduce(0) A=1@0 2@1 |@3 => 3@3 |@3 // reduce(7) A=|@2 => 7@2 |@2 // reduce(0) A=1@0 #e@2 => #e@2
  31 retry(2) A1=1@0 #e@1 ; A2=1@0 #e@1 ; A3=1@0 2@1 |@2 => 1@0 1@1 1@2 2@3 |@4
  33 catch A=1@0 #e@2 ; H=8@0 9@1 |@1 => 1@0 8@2 9@3 |@3 // catch A=#e@1 ; H=#f@2 => #f@3
  34 replaceError(0) A=1@0 #e@2 => 1@0 0@2 |@2 // mapError(f) A=1@0 #e@2 => 1@0 #f@2
  35 timeout(5) A=1@3 2@10 |@11 => 1@3 #timeout@8 ~ A!8 // timeout(5) A=1@5 |@6 => 1@5 |@6 // timeout(5) A=seq[1,2] ; D=^1@0 ^1@20 => 1@0 2@20 |@20
  37 debounce(3) A=1@0 2@1 3@6 |@7 => 2@4 3@7 |@7 // debounce(3) A=1@0 #e@1 => #e@1
  38 prefix(2) A=1@0 2@1 3@2 |@9 => 1@0 2@1 |@1 ~ A!1 // prefix(0) A=1@0 => |@0 // first(2) A=1@0 3@2 4@3 => 3@2 |@2 ~ A!2 // drop(2) A=1@0 2@1 3@2 |@3 => 3@2 |@3
  39 shareZip S=1@0 2@1 |@2 => [1,-1]@0 [2,-2]@1 |@2 ~ subs(S)=1 // shareMerge S=1@0 #e@2 => 1@0 -1@0 #e@2
  40 sharePrefix(1,9) S=1@0 2@2 |@5 => P1: 1@0 |@0 P2: 1@0 2@2 |@5 // sharePrefix(1,2) S=1@0 2@2 3@4 => P1: 1@0 |@0 P2: 1@0 2@2 |@2 ~ S!2 // shareSlow(1) S=seq[1,2,3] ; D=^1@0 ^2@7 => P1: 1@0 2@0 3@7 |@7 P2: 1@0 2@7 3@7 |@7 // sink A=1@0 2@2 3@4 ; X=!@3 => 1@0 2@2 ~ A!3
  """#
