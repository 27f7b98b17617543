import Streams
import Testing

/// Operators with time, as timelines.
@Suite struct TimedTimelines {
  @Test(arguments: Timeline.all(in: rows)) func timedOperatorsBehaveAsDrawn(_ timeline: Timeline) {
    TimelineTests().behavesAsDrawn(timeline)
  }

  static let rows = """
    timeout:deadline timeout(5) A=1@5 2@10 |@15 => 1@5 2@10 |@15 // timeout(5) A=#e@5 => #e@5 // timeout(5) A=1@0 |@6 => 1@0 #timeout@5 ~ A!5
    timeout:paused timeout(5) A=1@0 2@40 ; D=^1@0 ^1@20 => 1@0 #timeout@25 ~ A!25 // timeout(5) A=1@0 |@0 ; D=^1@50 => 1@50 |@50
    timeout:burst timeout(5) A=1@0 2@0 3@4 |@9 => 1@0 2@0 3@4 |@9
    timeout:failure timeout(5) A=1@0 #e@1 ; D=^1@0 => 1@0 #e@1
    timeout:cancel timeout(5) A=1@0 2@9 ; X=!@3 => 1@0 ~ A!3
    timeout:fallback timeout(5) A=1@0 2@9 ; F=8@0 9@20 |@20 => 1@0 8@5 9@25 |@25 ~ A!5 // timeout(5) A=1@0 ; F=8@0 9@0 |@0 ; D=^3@0 => 1@0 8@5 9@5 |@5 ~ A!5
    timeout:fallbackcredit timeout(5) A=1@9 ; F=8@0 9@0 |@0 ; D=^1@0 ^1@9 => 8@5 9@9 |@9 ~ A!5
    timeout:fallbackfails timeout(5) A=1@9 ; F=#f@1 => #f@6 ~ A!5 // timeout(5) A=1@9 ; F=8@0 9@7 ; X=!@8 => 8@5 ~ A!5 F!8
    timeout:retry timeoutRetry(5,1) A1=1@4 2@12 ; A2=3@5 |@9 => 1@4 3@14 |@18 ~ A1!9 // timeoutRetry(5,1) A1=1@9 ; A2=2@9 => #timeout@10 ~ A1!5 A2!10

    delay:burst delay(3) A=1@0 2@0 |@0 => 1@3 2@3 |@3 // delay(3) A=1@0 2@2 3@4 |@9 => 1@3 2@5 3@7 |@12
    delay:failure delay(3) A=1@0 #e@0 => 1@3 #e@3 // delay(3) A=#e@1 => #e@4 // delay(3) A=1@0 2@2 #e@2 => 1@3 2@5 #e@5
    delay:cancel delay(3) A=1@0 2@2 3@3 ; X=!@4 => 1@3 ~ A!4 // delay(3) A=1@0 2@2 |@2 ; X=!@4 => 1@3
    delay:credit delay(3) A=1@0 2@0 |@0 ; D=^1@0 ^1@10 => 1@3 2@13 |@13
    delay:none delay(0) A=1@1 2@1 |@2 => 1@1 2@1 |@2

    debounce:end debounce(3) A=1@0 2@1 |@2 => 2@2 |@2 // debounce(3) A=1@0 |@9 => 1@3 |@9 // debounce(3) A=|@1 => |@1 // debounce(3) A=1@0 |@3 => 1@3 |@3
    debounce:spacing debounce(3) A=1@0 2@3 3@6 |@20 => 3@9 |@20 // debounce(3) A=1@0 2@4 |@20 => 1@3 2@7 |@20 // debounce(3) A=1@0 2@0 3@0 |@9 => 3@3 |@9
    debounce:failure debounce(3) A=1@0 2@4 #e@5 => 1@3 #e@5 // debounce(3) A=1@0 #e@3 => #e@3 // debounce(3) A=1@0 #e@4 => 1@3 #e@4
    debounce:credit debounce(3) A=1@0 2@5 |@20 ; D=^1@0 ^1@12 => 1@3 2@12 |@20 // debounce(3) A=0@0 1@4 2@8 |@30 ; D=^1@0 ^1@9 => 0@3 2@11 |@30
    debounce:late debounce(3) A=1@0 2@4 |@5 ; D=^1@0 ^1@9 => 1@3 2@9 |@9 // debounce(3) A=1@0 2@4 #e@8 ; D=^1@0 => 1@3 #e@8
    debounce:cancel debounce(3) A=1@0 2@4 3@9 ; X=!@5 => 1@3 ~ A!5 // debounce(3) A=1@0 2@4 |@5 ; D=^1@0 ; X=!@9 => 1@3

    throttle:newest throttle(3) A=1@0 2@1 3@2 4@4 |@9 => 1@0 3@3 4@6 |@9 // throttle(3,oldest) A=1@0 2@1 3@2 4@4 |@9 => 1@0 2@3 4@6 |@9
    throttle:end throttle(3) A=1@0 2@1 |@2 => 1@0 2@2 |@2 // throttle(3) A=1@0 2@1 #e@2 => 1@0 #e@2 // throttle(3) A=|@1 => |@1 // throttle(3) A=#e@1 => #e@1
    throttle:spacing throttle(3) A=1@0 2@1 3@3 |@9 => 1@0 3@3 |@9 // throttle(3) A=1@0 2@3 3@6 |@9 => 1@0 2@3 3@6 |@9 // throttle(3) A=1@0 2@5 |@9 => 1@0 2@5 |@9 // throttle(3) A=1@0 2@0 3@0 |@9 => 1@0 3@3 |@9
    throttle:credit throttle(3) A=1@0 2@1 3@5 |@20 ; D=^1@0 ^1@9 => 1@0 3@9 |@20 // throttle(3) A=1@0 2@1 |@2 ; D=^1@0 ^1@9 => 1@0 2@9 |@9 // throttle(3,oldest) A=1@0 2@1 3@5 |@20 ; D=^1@0 ^1@9 => 1@0 2@9 |@20
    throttle:lost throttle(3) A=1@0 2@1 #e@9 ; D=^1@0 => 1@0 #e@9
    throttle:cancel throttle(3) A=1@0 2@1 3@9 ; X=!@2 => 1@0 ~ A!2

    interval:rhythm interval(3) X=!@10 => 0@3 1@6 2@9 // interval(3) D=^2@5 ; X=!@20 => 0@8 1@11
    interval:credit interval(3) D=^1@0 ^2@10 ; X=!@20 => 0@3 1@10 2@12 // interval(3) D=^1@0 ^2@9 ; X=!@20 => 0@3 1@9 2@12
    """
}
