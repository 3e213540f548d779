package io.github.hivemqtdengine.loadtest;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.sql.SQLException;

/** Dependency rules between packages. */
@AnalyzeClasses(packages = ArchitectureTest.BASE, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    static final String BASE = "io.github.hivemqtdengine.loadtest";

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching(BASE + ".(*)..").should().beFreeOfCycles();

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

    /** Callers outside the package handle only {@code SQLException}. */
    @ArchTest
    static final ArchRule CONNECTIONS_STAY_IN_STACK = noClasses()
            .that()
            .resideOutsideOfPackage(BASE + ".stack..")
            .should()
            .dependOnClassesThat(resideInAPackage("java.sql..").and(not(assignableTo(SQLException.class))))
            .because("rows are read by RowReader and counted by RowWatch");

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
