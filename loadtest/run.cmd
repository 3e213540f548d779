@echo off
rem Runs load tests from the unpacked zip: without arguments, it lists them. Needs a JDK 17 or newer.
setlocal
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
"%JAVA%" -Xmx1g -Dfile.encoding=UTF-8 "-Dloadtest.home=%~dp0." -Dlogback.configurationFile=loadtest-logback.xml -cp "%~dp0lib\*;%~dp0lib\rocksdb" io.github.hivemqtdengine.loadtest.LoadTest %*
exit /b %ERRORLEVEL%
