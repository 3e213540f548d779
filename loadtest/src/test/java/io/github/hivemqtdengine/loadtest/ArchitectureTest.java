// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Storage;
import java.sql.SQLException;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Dependency rules between packages. */
@AnalyzeClasses(packages = ArchitectureTest.BASE, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    static final String BASE = "io.github.hivemqtdengine.loadtest";

    private static final int MOST_TYPES = 30;

    private static final String[] GENERATOR = packages("mqtt", "measure", "traffic", "agent", "live");
    private static final String[] OF_A_STACK = Stream.concat(
                    Stream.of(packages("stack", "runner", "result", "report")),
                    Stream.of("com.hivemq.embedded..", "com.hivemq.extension..", "java.sql..", "javax.sql.."))
            .toArray(String[]::new);

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching(BASE + ".(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES_OF_OUTER_PACKAGES =
            slices().matching(BASE + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static void noPackageHasMoreThanThirtyTypes(JavaClasses classes) {
        var types = classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));

        assertThat(types).allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_TYPES));
    }

    @ArchTest
    static final ArchRule A_BLACK_BOX = noClasses()
            .should()
            .dependOnClassesThat(
                    resideInAPackage("io.github.hivemqtdengine..").and(resideOutsideOfPackage(BASE + "..")))
            .because("the extension is measured from outside: MQTT in, SQL out");

    @ArchTest
    static final ArchRule THE_CLIENT_STAYS_IN_MQTT = only("mqtt", "com.hivemq.client..");

    @ArchTest
    static final ArchRule THE_BROKER_STAYS_IN_STACK = only("stack", "com.hivemq.embedded..");

    /** The half that makes the load measures any broker, so it knows none, and no sink and no database either. */
    @ArchTest
    static final ArchRule THE_GENERATOR_KNOWS_NO_PRODUCT = noClasses()
            .that()
            .resideInAnyPackage(GENERATOR)
            .should()
            .dependOnClassesThat(resideInAnyPackage(OF_A_STACK).or(belongToAnyOf(Mode.class, Storage.class)))
            .because("mqtt, measure, traffic, agent and live make the load, stack and runner know what is measured");

    /** Callers outside the package handle only {@code SQLException}. */
    @ArchTest
    static final ArchRule CONNECTIONS_STAY_IN_STACK = noClasses()
            .that()
            .resideOutsideOfPackage(BASE + ".stack..")
            .should()
            .dependOnClassesThat(resideInAPackage("java.sql..").and(not(assignableTo(SQLException.class))))
            .because("rows are read by RowReader and counted by RowWatch");

    private static String[] packages(String... names) {
        return Stream.of(names).map(name -> BASE + "." + name + "..").toArray(String[]::new);
    }

    private static ArchRule only(String own, String foreign) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(BASE + "." + own + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(foreign)
                .because(own + " stands between the suite and " + foreign);
    }
}
