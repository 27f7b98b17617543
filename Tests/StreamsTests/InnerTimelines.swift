import Streams
import Testing

/// Operators with inner streams, as timelines. `I<k>` is the inner stream for the k-th outer value, `N<v>` what comes of a
/// value v in `expand`, `W<k>` a dependency.
@Suite struct InnerTimelines {
  @Test(arguments: Timeline.all(in: flatMaps)) func flatMapBehavesAsDrawn(_ timeline: Timeline) {
    TimelineTests().behavesAsDrawn(timeline)
  }

  @Test(arguments: Timeline.all(in: switchMaps)) func switchMapBehavesAsDrawn(_ timeline: Timeline) {
    TimelineTests().behavesAsDrawn(timeline)
  }

  @Test(arguments: Timeline.all(in: others)) func otherOperatorsBehaveAsDrawn(_ timeline: Timeline) {
    TimelineTests().behavesAsDrawn(timeline)
  }

  static let flatMaps = """
    arrival:ends flatMap A=|@4 => |@4 // flatMap A=#e@2 => #e@2 // flatMap A=1@0 |@0 ; I1=10@5 |@7 => 10@5 |@7
    arrival:empty flatMap A=1@0 2@1 |@1 ; I1=|@0 ; I2=|@4 => |@5 // flatMap A=1@0 |@0 ; I1=|@0 => |@0
    arrival:open flatMap A=1@0 2@0 |@0 ; I1=10@5 ; I2=20@6 |@6 => 10@5 20@6
    arrival:failure flatMap(1) A=1@0 2@0 |@0 ; I1=#e@3 ; I2=20@0 => #e@3 ~ A!3 subs(I2)=0
    arrival:held flatMap A=1@0 2@0 |@0 ; I1=10@1 11@2 |@9 ; I2=#e@3 ; D=^1@0 => 10@1 #e@3 ~ I1!3
    arrival:outer flatMap A=1@0 #e@3 ; I1=10@1 11@5 => 10@1 #e@3 ~ I1!3
    arrival:ties flatMap A=1@0 2@0 |@0 ; I1=#e@2 ; I2=20@2 21@3 => #e@2 ~ I2!2 // flatMap A=1@0 2@0 |@0 ; I1=10@2 ; I2=#e@2 => 10@2 #e@2 ~ I1!2
    arrival:credit flatMap A=1@0 2@0 |@0 ; I1=10@1 11@1 |@1 ; I2=20@1 |@1 ; D=^1@0 ^1@5 ^9@7 => 10@1 11@5 20@7 |@7
    arrival:asked flatMap A=1@0 |@0 ; I1=10@0 |@0 ; D=^1@7 => 10@7 |@7
    arrival:max flatMap(2) A=1@0 2@0 3@0 |@0 ; I1=10@5 |@5 ; I2=20@9 |@9 ; I3=30@1 |@1 => 10@5 30@6 20@9 |@9
    arrival:place flatMap(1) A=1@0 2@0 |@0 ; I1=10@0 11@1 |@1 ; I2=20@0 |@0 ; D=^1@0 ^1@5 ^9@8 => 10@0 11@5 20@8 |@8 // flatMap(1) A=1@0 2@0 |@0 ; I1=10@0 11@1 |@1 ; I2=20@0 ; D=^1@0 => 10@0 ~ subs(I2)=0
    arrival:cancel flatMap A=1@0 2@4 ; I1=10@1 11@6 ; I2=20@2 ; X=!@5 => 10@1 ~ A!5 I1!5 I2!5

    concat:slow concatMap A=1@0 2@0 3@0 4@0 |@0 ; I1=10@9 |@9 ; I2=20@0 |@0 ; I3=30@0 |@0 ; I4=40@1 |@1 => 10@9 20@9 30@9 40@10 |@10
    concat:failure concatMap A=1@0 2@0 3@0 |@0 ; I1=10@1 |@1 ; I2=20@1 #e@2 ; I3=30@0 => 10@1 20@2 #e@3 ~ A!3 subs(I3)=0
    concat:outer concatMap A=1@0 #e@1 ; I1=10@3 |@4 => 10@3 #e@4 // concatMap A=1@0 #e@1 ; I1=10@3 #f@4 => 10@3 #f@4
    concat:credit concatMap A=1@0 2@0 |@0 ; I1=10@0 11@0 |@0 ; I2=20@0 |@0 ; D=^1@0 ^1@3 ^1@6 => 10@0 11@3 20@6 |@6
    concat:empty concatMap A=1@0 2@1 |@2 ; I1=|@0 ; I2=|@0 => |@2 // concatMap A=1@0 2@0 |@0 ; I1=10@0 |@0 ; I2=|@3 ; D=^1@0 => 10@0 |@3
    concat:open concatMap A=1@0 2@0 |@0 ; I1=10@1 ; I2=20@0 => 10@1 ~ subs(I2)=0
    concat:cancel concatMap A=1@0 2@0 ; I1=10@1 11@9 ; X=!@5 => 10@1 ~ A!5 I1!5

    ordered:reverse orderedFlatMap(3) A=1@0 2@0 3@0 |@0 ; I1=10@9 |@9 ; I2=20@5 |@5 ; I3=30@1 |@1 => 10@9 20@9 30@9 |@9
    ordered:mixed orderedFlatMap(2) A=1@0 2@0 |@0 ; I1=10@1 11@4 |@6 ; I2=20@2 21@8 |@8 => 10@1 11@4 20@6 21@8 |@8
    ordered:late orderedFlatMap(3) A=1@0 2@0 3@0 4@1 ; I1=10@1 11@9 |@9 ; I2=20@1 |@3 ; I3=30@1 #e@2 ; I4=40@0 => 10@1 11@9 20@9 30@9 #e@9 ~ A!2 subs(I4)=0
    ordered:same orderedFlatMap(3) A=1@0 2@0 3@0 4@1 ; I1=10@0 11@0 |@0 ; I2=20@1 |@3 ; I3=30@1 #e@2 ; I4=40@9 => 10@0 11@0 20@1 30@3 #e@3 ~ A!2 I4!2
    ordered:two orderedFlatMap(3) A=1@0 2@0 3@0 ; I1=10@9 |@9 ; I2=20@3 #f@4 ; I3=#e@1 => 10@9 20@9 #f@9 ~ A!1
    ordered:head orderedFlatMap(2) A=1@0 2@0 ; I1=10@1 #e@2 ; I2=20@0 21@5 => 10@1 #e@2 ~ A!2 I2!2
    ordered:outer orderedFlatMap(2) A=1@0 2@1 #e@1 ; I1=10@5 |@5 ; I2=20@0 |@0 => 10@5 20@5 #e@5 // orderedFlatMap(2) A=1@0 #e@1 ; I1=10@2 #f@3 => 10@2 #f@3
    ordered:cancel orderedFlatMap(2) A=1@0 2@0 3@0 ; I1=10@1 ; I2=20@2 21@9 ; X=!@5 => 10@1 ~ A!5 I1!5 I2!5
    ordered:credit orderedFlatMap(2) A=1@0 2@0 |@0 ; I1=10@0 11@0 |@0 ; I2=20@0 |@0 ; D=^1@0 ^1@4 ^1@8 => 10@0 11@4 20@8 |@8
    ordered:asked orderedFlatMap(2) A=1@0 |@0 ; I1=10@0 |@0 ; D=^1@7 => 10@7 |@7
    ordered:stored orderedFlatMap(2) A=1@0 2@0 3@0 |@0 ; I1=10@0 |@5 ; I2=20@1 #e@2 ; I3=30@9 ; D=^1@0 ^1@8 => 10@0 20@8 #e@8 ~ A!2
    ordered:empty orderedFlatMap(2) A=1@0 2@0 3@0 |@1 ; I1=|@3 ; I2=|@0 ; I3=|@1 => |@3 // orderedFlatMap(2) A=|@1 => |@1
    ordered:open orderedFlatMap(2) A=1@0 2@0 |@0 ; I1=10@1 ; I2=20@0 |@0 => 10@1
    """

  static let switchMaps = """
    tie switchMap A=1@0 2@3 |@9 ; I1=10@3 11@3 ; I2=20@0 |@1 => 20@3 |@9 ~ I1!3
    stale switchMap A=1@0 2@2 |@3 ; I1=10@1 #e@5 ; I2=20@4 |@5 => 10@1 20@6 |@7 ~ I1!2 // switchMap A=1@0 2@2 ; I1=#e@2 ; I2=20@1 |@2 => 20@3 ~ I1!2
    end switchMap A=1@0 |@1 ; I1=10@3 |@4 => 10@3 |@4 // switchMap A=|@2 => |@2 // switchMap A=1@0 |@5 ; I1=10@1 |@2 => 10@1 |@5
    inner switchMap A=1@0 2@9 ; I1=10@1 #e@3 => 10@1 #e@3 ~ A!3
    outer switchMap A=1@0 #e@2 ; I1=10@1 11@3 => 10@1 #e@2 ~ I1!2
    credit switchMap A=1@0 2@2 |@3 ; I1=10@0 11@1 12@1 ; I2=20@0 21@0 |@0 ; D=^2@0 ^1@5 ^1@6 => 10@0 11@1 20@5 21@6 |@6 ~ I1!2
    carried switchMap A=1@0 2@2 |@2 ; I1=10@1 ; I2=20@0 21@1 22@2 |@2 ; D=^3@0 => 10@1 20@2 21@3 ~ I1!2
    burst switchMap A=1@0 2@1 3@2 |@3 ; I1=10@0 ; I2=20@0 ; I3=30@0 |@0 ; D=^1@5 => 30@5 |@5 ~ I1!5 I2!5
    cancel switchMap A=1@0 2@9 ; I1=10@1 11@7 ; X=!@5 => 10@1 ~ A!5 I1!5
    """

  static let others = """
    expand:order expand A=1@0 |@0 ; N1=2@1 3@2 |@2 ; N2=4@5 |@5 ; N3=|@1 ; N4=|@0 => 2@1 3@2 4@7 |@8
    expand:inputs expand(inputs) A=1@0 5@0 |@0 ; N1=2@1 |@1 ; N2=|@1 ; N5=|@0 => 1@0 2@1 5@2 |@2
    expand:outer expand A=1@0 #e@1 ; N1=2@3 |@3 ; N2=|@2 => 2@3 #e@5 // expand A=|@2 => |@2 // expand A=#e@2 => #e@2
    expand:failure expand A=1@0 9@0 ; N1=2@1 #e@2 => 2@1 #e@2 ~ A!2
    expand:credit expand A=1@0 |@0 ; N1=2@0 3@0 |@0 ; N2=|@1 ; N3=|@0 ; D=^1@0 ^1@5 => 2@0 3@5 |@6
    expand:inputcredit expand(inputs) A=1@0 5@0 |@0 ; N1=2@0 |@0 ; N2=|@0 ; N5=|@1 ; D=^1@0 ^1@3 ^1@6 => 1@0 2@3 5@6 |@7
    expand:cancel expand A=1@0 5@0 ; N1=2@1 3@9 ; X=!@4 => 2@1 ~ A!4 N1!4

    waiting:all waiting A=1@0 2@1 3@9 |@9 ; W1=x@3 |@3 ; W2=y@5 z@6 |@7 => 1xy@5 2xy@5 3xy@9 |@9 ~ W1!3 W2!5
    waiting:missing waiting A=1@0 |@9 ; W1=|@2 ; W2=w@7 => #dependency 0 ended without a value@2 ~ A!2 W2!2
    waiting:failure waiting A=1@0 |@9 ; W1=#e@2 => #e@2 ~ A!2 // waiting A=1@0 #e@2 ; W1=x@5 => #e@2 ~ W1!2 // waiting A=1@0 #e@6 ; W1=x@5 => 1x@5 #e@6 ~ W1!5
    waiting:end waiting A=|@1 ; W1=x@5 |@5 => |@5 ~ W1!5 // waiting A=1@0 |@1 ; W1=x@5 => 1x@5 |@5 ~ W1!5 // waiting A=|@1 ; W1=#e@3 => #e@3
    waiting:credit waiting A=1@0 2@0 |@0 ; W1=x@3 ; D=^1@0 ^1@7 => 1x@3 2x@7 |@7 ~ W1!3 // waiting A=1@0 ; W1=x@0 ; D=^1@9 => 1x@9 ~ W1!9
    waiting:cancel waiting A=1@0 2@8 ; W1=x@1 ; X=!@5 => 1x@1 ~ A!5 W1!1

    collect:count collect(1) A=1@0 2@1 |@2 => [1]@0 [2]@1 |@2 // collect(2) A=1@0 2@1 |@3 => [1,2]@1 |@3 // collect(2) A=|@1 => |@1
    collect:failure collect(2) A=1@0 2@1 #e@1 => [1,2]@1 #e@1 // collect A=1@0 #e@2 => #e@2
    collect:credit collect(2) A=1@0 2@0 3@0 |@0 ; D=^1@0 ^1@5 => [1,2]@0 [3]@5 |@5 // collect A=|@1 ; D=^1@5 => []@5 |@5 // collect A=1@0 |@1 ; D=^1@5 => [1]@5 |@5
    collect:cancel collect(2) A=1@0 2@1 3@2 ; X=!@3 => [1,2]@1 ~ A!3

    retry:times retry(2) A1=#e@1 ; A2=#e@1 ; A3=#f@1 => #f@3 ~ subs(A3)=1 // retry(2) A1=#e@1 ; A2=#e@1 ; A3=1@1 |@1 => 1@3 |@3 // retry(0) A1=1@0 #e@1 => 1@0 #e@1 ~ subs(A2)=0
    retry:end retry(3) A1=|@1 => |@1 ~ subs(A2)=0
    retry:credit retry(1) A1=1@0 2@0 #e@0 ; A2=1@0 2@0 |@0 ; D=^1@0 ^1@3 ^1@5 ^1@6 => 1@0 2@3 1@5 2@6 |@6
    retry:pause retry(2,10) A1=1@0 #e@1 ; A2=2@0 |@1 => 1@0 2@11 |@12 // retry(1,10) A1=1@0 #e@0 ; A2=2@0 |@0 ; D=^1@0 ^1@5 => 1@0 2@10 |@10
    retry:cancel retry(2,10) A1=1@0 #e@1 ; A2=2@0 |@0 ; X=!@5 => 1@0 ~ subs(A2)=0 // retry(2,10) A1=#e@1 ; A2=2@0 3@5 ; X=!@13 => 2@11 ~ A2!13

    catch:handler catch A=1@0 #e@1 ; H=|@0 => 1@0 |@1 // catch A=1@0 |@1 ; H=8@0 => 1@0 |@1 ~ subs(H)=0
    catch:credit catch A=1@0 #e@1 ; H=8@0 9@0 |@0 ; D=^2@0 ^1@5 => 1@0 8@1 9@5 |@5
    catch:cancel catch A=#e@1 ; H=8@0 9@9 ; X=!@5 => 8@1 ~ H!5
    replaceError:credit replaceError(0) A=1@0 #e@0 ; D=^1@0 ^1@7 => 1@0 0@7 |@7 // replaceError(0) A=1@0 #e@0 ; D=^1@0 ; X=!@5 => 1@0 // replaceError(0) A=1@0 |@1 => 1@0 |@1
    """
}
